// The wording of every store error; no other file of the store contains text for people.
extension StoreError {
  /// One sentence that states the problem.
  public var message: String {
    switch code {
    case .noStore: "there is no store at \(subject)"
    case .cannotOpen: "cannot open the store \(subject)" + because
    case .cannotCreate: "cannot create the store \(subject)" + because
    case .fileExists: "\(subject) is there already"
    case .notAStore: "\(subject) is not a Kalends store" + because
    case .newer: "the store \(subject) was written by a newer version of Kalends" + because
    case .older:
      "the store \(subject) is in the format of an older version of Kalends and cannot be brought up to date"
        + because
    case .locked: "the store \(subject) is in use by another program that is writing to it"
    case .readOnly: "the store \(subject) cannot be written to" + because
    case .diskFull: "no space is left for the store \(subject)"
    case .inputOutput: "reading or writing the store \(subject) failed" + because
    case .corrupt: "the store \(subject) is damaged" + because
    case .outOfMemory: "out of memory while using the store \(subject)"
    case .tooBig: "a value is too large for the store \(subject)"
    case .interrupted: "interrupted"
    case .unknownCalendar: "there is no calendar called \(subject)"
    case .ambiguousCalendar: "more than one calendar is called \(subject)"
    case .calendarExists: "there is a calendar called \(subject) already"
    case .unknownSource: "there is no source called \(subject)"
    case .readOnlyCalendar: "the calendar \(subject) is read-only"
    case .unreadableFile: "cannot read \(subject)" + because
    case .batchOpen: "a batch of changes is open already"
    case .noBatch: "no batch of changes is open"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .unknownStep: "there is no step \(subject)"
    case .settledStep: "\(subject) cannot be reverted" + because
    case .foreignStep: "\(subject) is a step of \(detail)"
    case .changedSince: "what \(subject) did was changed since" + because
    case .itemGone: "\(subject) is no longer there"
    case .calendarNotEmpty: "the calendar \(subject) is not empty" + because
    case .immutableCalendar: "the calendar \(subject) itself cannot be renamed or deleted"
    case .sourceForbids: "the source \(subject) does not allow that" + because
    case .duplicateUID: "the calendar has an item with the UID \(subject) already"
    case .tokenTooOld: "the state \(subject) is older than what the store remembers"
    case .badToken: "`\(subject)` is no state of this store"
    case .zoneMissing:
      "the system does not know the time zone \(subject), which items are in, or its file is damaged"
    case .internalError: "the store \(subject) gave an unexpected answer" + because
    }
  }

  /// Advice for the user; nil when there is none.
  public var hint: String? {
    switch code {
    case .noStore: "import FILE, or add calendar NAME, makes it"
    case .cannotOpen, .cannotCreate:
      "check the path and its permissions; KALENDS_STORE, or kal --store FILE, names another one"
    case .fileExists: "add replace to put the new one in its place"
    case .notAStore: "nothing was changed; KALENDS_STORE, or kal --store FILE, names another file"
    case .newer: "nothing was changed; use a newer kal"
    case .older:
      "nothing was changed; end the programs that use it, or copy it to where there is room and it can be written to"
    case .locked: "try again when the other program has finished; nothing was changed"
    case .readOnly: "check the permissions of the file and its folder"
    case .diskFull: "nothing was changed; free some space and try again"
    case .inputOutput, .internalError: nil
    case .corrupt: "export all may still save its items; then import them into a new store"
    case .outOfMemory: nil
    case .tooBig: "the largest value is about a gigabyte"
    case .interrupted: nil
    case .unknownCalendar: "add calendar \(subject) makes it"
    case .ambiguousCalendar: "add the source after an @, as in \(subject)@Local"
    case .calendarExists: "choose another name, or another source"
    case .unknownSource: "sources lists them; without one the calendar is Local"
    case .readOnlyCalendar: "choose another calendar"
    case .unreadableFile: nil
    case .batchOpen: "commit or rollback ends it"
    case .noBatch: "begin opens one"
    case .nothingToUndo:
      "undo takes back what you did by hand; history shows what was done, and undo NUMBER, undo import or undo sync names a step"
    case .nothingToRedo: "redo brings back what undo took back, as long as nothing new was done since"
    case .unknownStep, .settledStep: "history shows what was done"
    case .foreignStep: "each client takes back its own steps; the owner takes back any by its number"
    case .changedSince: "add yes to revert it all the same, or dry run to see what that would do"
    case .itemGone: "undo may bring it back; history shows what was done"
    case .calendarNotEmpty: "add yes to delete it with all that is in it; undo brings it back"
    case .immutableCalendar: "items in it can still be changed, if it is writable"
    case .sourceForbids: "sources lists the others"
    case .duplicateUID: "duplicate makes a copy with a UID of its own"
    case .zoneMissing:
      "install the package tzdata, or set TZDIR to where the zone files are; nothing was changed"
    case .tokenTooOld, .badToken: "changes since s0 starts at the beginning and names the present state"
    }
  }

  private var because: String { detail.isEmpty ? "" : ": " + detail }
}
