// The wording of every store error; nothing else in the store talks to people.
extension StoreError {
  /// One sentence that says what went wrong.
  public var message: String {
    switch code {
    case .noStore: "there is no store at \(subject)"
    case .cannotOpen: "cannot open the store \(subject)" + because
    case .cannotCreate: "cannot create the store \(subject)" + because
    case .notAStore: "\(subject) is not a Kalends store" + because
    case .newer: "the store \(subject) was written by a newer version of Kalends" + because
    case .older: "the store \(subject) is in the format of an older version of Kalends" + because
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
    case .itemGone: "\(subject) is no longer there"
    case .calendarNotEmpty: "the calendar \(subject) is not empty" + because
    case .immutableCalendar: "the calendar \(subject) itself cannot be renamed or deleted"
    case .sourceForbids: "the source \(subject) does not allow that" + because
    case .duplicateUID: "the calendar has an item with the UID \(subject) already"
    case .tokenTooOld: "the state \(subject) is older than what the store remembers"
    case .badToken: "`\(subject)` is no state of this store"
    case .internalError: "the store \(subject) gave an unexpected answer" + because
    }
  }

  /// What to do about it; nil where there is nothing to advise.
  public var hint: String? {
    switch code {
    case .noStore: "import FILE, or add calendar NAME, makes it"
    case .cannotOpen, .cannotCreate: "check the path and its permissions; --store FILE names another one"
    case .notAStore: "nothing was changed; --store FILE names another file"
    case .newer: "nothing was changed; use a newer kal"
    case .older: "open it once for writing, for example with an import, to bring it up to date"
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
    case .nothingToUndo: "history shows what was done"
    case .nothingToRedo: "redo brings back what undo took back, as long as nothing new was done since"
    case .itemGone: "undo may bring it back; history shows what was done"
    case .calendarNotEmpty: "add yes to delete it with all that is in it; undo brings it back"
    case .immutableCalendar: "items in it can still be changed, if it is writable"
    case .sourceForbids: "sources lists the others"
    case .duplicateUID: "duplicate makes a copy with a UID of its own"
    case .tokenTooOld, .badToken: "changes since s0 starts at the beginning and names the present state"
    }
  }

  private var because: String { detail.isEmpty ? "" : ": " + detail }
}
