import Store

/// The reason why a statement about accounts, syncs or conflicts cannot be carried out; nothing was changed.
package enum AccountError: Error, Hashable, Sendable {
  /// A source has the name already.
  case nameTaken(String)
  /// The name is empty or blank.
  case noName
  /// The name has a slash, which separates account and folder.
  case slashInName(String)
  /// Changes of both sides wait for a decision, which would be lost.
  case openConflicts(String, count: Int)
  /// There is no folder of that path.
  case noFolder(path: String)
  /// The path leads to something else.
  case notAFolder(path: String)
  /// The folder cannot be read.
  case unreadableFolder(path: String, reason: String)
  /// The folder cannot be made or written to.
  case folderNotMade(path: String, reason: String)
  /// An account has the same folder.
  case folderTaken(path: String, account: String)
  /// The folder is inside that of an account.
  case folderInside(path: String, account: String)
  /// The folder of an account is inside it.
  case folderAround(path: String, account: String)
  /// No account has the name.
  case unknownAccount(String, near: [String])
  /// Several calendars have the name; each with its account.
  case ambiguous(String, [String])
  /// The source has no counterpart outside the store.
  case noCounterpart(String)
  /// The store's own source cannot be removed.
  case ownSource(String)
  /// The source has calendars, and it was not said what becomes of them.
  case hasCalendars(String, count: Int)
  /// The calendar has a counterpart already.
  case alreadyLinked(calendar: String, to: String)
  /// The calendar has no counterpart.
  case notLinked(calendar: String)
  /// The calendar cannot have a counterpart: a subscription or birthdays.
  case cannotLink(calendar: String)
  /// The source cannot have a folder; the reason.
  case cannotHaveFolder(String, reason: String)
  /// The counterpart has changes that could not be synced first.
  case notInSync(calendar: String, reason: String)
  /// The name of a counterpart would lead out of the account's folder.
  case badPlace(String)
  /// Another sync of the same store is running.
  case syncRunning
  /// Nothing of the name is held back.
  case nothingHeld(String)
  /// No conflict has the number.
  case unknownConflict(Int)
  /// The item of a conflict is gone.
  case conflictGone(Int)
  /// A calendar of the same address is there.
  case alreadySubscribed(calendar: String)
  /// An address brought no calendar.
  case feed(FeedFault)
  /// The client is not the store's owner.
  case notOwner(String)
  /// Something of a sync was not done; the number of calendars.
  case incomplete(Int)
  /// The store refused.
  case store(StoreError)
}

extension AccountError {
  /// The stable codes of errors of its own.
  package enum Code: String, CaseIterable, Sendable {
    case accountExists = "account-exists"
    case badValue = "bad-value"
    case openConflicts = "open-conflicts"
    case noFolder = "no-folder"
    case notAFolder = "not-a-folder"
    case unreadableFolder = "unreadable-folder"
    case folderNotMade = "folder-not-made"
    case folderTaken = "folder-taken"
    case folderInsideAccount = "folder-inside-account"
    case folderAroundAccount = "folder-around-account"
    case unknownAccount = "unknown-account"
    case ambiguousCalendar = "ambiguous-calendar"
    case noCounterpart = "no-counterpart"
    case ownSource = "own-source"
    case accountHasCalendars = "account-has-calendars"
    case alreadyLinked = "already-linked"
    case notLinked = "not-linked"
    case cannotLink = "cannot-link"
    case notInSync = "not-in-sync"
    case badPlace = "bad-place"
    case syncRunning = "sync-running"
    case nothingHeld = "nothing-held"
    case unknownConflict = "unknown-conflict"
    case conflictGone = "conflict-gone"
    case alreadySubscribed = "already-subscribed"
    case notOwner = "not-owner"
    case syncIncomplete = "sync-incomplete"
  }

  /// The code of an error of its own; nil for one of the store or of a published calendar.
  private var own: Code? {
    switch self {
    case .nameTaken: .accountExists
    case .noName, .slashInName: .badValue
    case .openConflicts: .openConflicts
    case .noFolder: .noFolder
    case .notAFolder: .notAFolder
    case .unreadableFolder: .unreadableFolder
    case .folderNotMade: .folderNotMade
    case .folderTaken: .folderTaken
    case .folderInside: .folderInsideAccount
    case .folderAround: .folderAroundAccount
    case .unknownAccount: .unknownAccount
    case .ambiguous: .ambiguousCalendar
    case .noCounterpart: .noCounterpart
    case .ownSource: .ownSource
    case .hasCalendars: .accountHasCalendars
    case .alreadyLinked: .alreadyLinked
    case .notLinked: .notLinked
    case .cannotLink, .cannotHaveFolder: .cannotLink
    case .notInSync: .notInSync
    case .badPlace: .badPlace
    case .syncRunning: .syncRunning
    case .nothingHeld: .nothingHeld
    case .unknownConflict: .unknownConflict
    case .conflictGone: .conflictGone
    case .alreadySubscribed: .alreadySubscribed
    case .notOwner: .notOwner
    case .incomplete: .syncIncomplete
    case .feed, .store: nil
    }
  }

  /// The stable code.
  package var code: String {
    switch self {
    case .feed(let fault): fault.codeText
    case .store(let error): error.code.rawValue
    default: own?.rawValue ?? ""
    }
  }

  /// Whether the name of the account is at fault.
  package var isAboutName: Bool {
    switch self {
    case .nameTaken, .noName, .slashInName: true
    default: false
    }
  }

  /// The sentence for people.
  package var message: String {
    switch self {
    case .nameTaken(let name): "there is an account called `\(name)` already"
    case .noName: "an account needs a name"
    case .slashInName(let name): "the name `\(name)` has a slash"
    case .openConflicts(let name, let count):
      "`\(name)` has \(count) open conflict\(count == 1 ? "" : "s")"
    case .noFolder(let path): "there is no folder \(path)"
    case .notAFolder(let path): "\(path) is no folder"
    case .unreadableFolder(let path, let reason): "the folder \(path) cannot be read: \(reason)"
    case .folderNotMade(let path, let reason): "the folder \(path) cannot be made: \(reason)"
    case .folderTaken(let path, let account): "\(path) is the folder of the account `\(account)` already"
    case .folderInside(let path, let account): "\(path) is inside the folder of the account `\(account)`"
    case .folderAround(let path, let account): "the folder of the account `\(account)` is inside \(path)"
    case .unknownAccount(let name, _): "no account called `\(name)`"
    case .ambiguous(let name, _): "several calendars are called `\(name)`"
    case .noCounterpart(let name): "`\(name)` is kept in this store alone, so there is nothing to sync"
    case .ownSource(let name): "`\(name)` is the store's own account, and stays"
    case .hasCalendars(let name, let count):
      "the account `\(name)` has \(count) calendar\(count == 1 ? "" : "s")"
    case .alreadyLinked(let calendar, let place): "the calendar `\(calendar)` is linked to \(place) already"
    case .notLinked(let calendar): "the calendar `\(calendar)` is linked to nothing"
    case .cannotLink(let calendar): "the calendar `\(calendar)` is only read here, and cannot be linked"
    case .cannotHaveFolder(let name, let reason): "`\(name)` cannot have a folder: \(reason)"
    case .notInSync(let calendar, let reason): "`\(calendar)` could not be synced first: \(reason)"
    case .badPlace(let place): "`\(place)` names no place in an account"
    case .syncRunning: "another sync is running"
    case .nothingHeld(let name): "nothing of `\(name)` is held back"
    case .unknownConflict(let number): "no conflict has the number \(number)"
    case .conflictGone(let number): "the item of conflict \(number) is gone"
    case .alreadySubscribed(let calendar): "the calendar `\(calendar)` has this address already"
    case .feed(let fault): fault.message
    case .notOwner(let client): "\(client) is not the owner of the store, who alone decides about accounts"
    case .incomplete(let count):
      "\(count) calendar\(count == 1 ? " is" : "s are") not in sync"
    case .store(let error): error.message
    }
  }

  /// Advice on how to go on.
  package var hint: String? {
    switch self {
    case .nameTaken: "`accounts` lists them; edit account NAME set name = … gives another name"
    case .noName: nil
    case .slashInName: "ACCOUNT/FOLDER names a place in an account"
    case .openConflicts: "`sync conflicts` shows them; sync resolve … decides, and then it goes on"
    case .noFolder: "make the folder first, or correct the path"
    case .notAFolder: "the account's path is the folder that holds a folder for each calendar"
    case .unreadableFolder: nil
    case .folderNotMade: "choose another place, or give yourself the right to write there"
    case .folderTaken: "one account for a folder is enough"
    case .folderInside: "its calendars are those of that account: `accounts` lists them"
    case .folderAround: "delete that account first (its calendars can stay), or name another folder"
    case .unknownAccount(_, let near):
      near.isEmpty ? "`accounts` lists them" : "did you mean \(near.joined(separator: " or "))?"
    case .ambiguous(_, let names): "name one: \(names.joined(separator: " or "))"
    case .noCounterpart: "add account NAME path \"FOLDER\" adds one with a folder"
    case .ownSource: "delete calendar NAME removes its calendars"
    case .hasCalendars(let name, _):
      "delete account \(name) keep keeps them here, delete account \(name) remove removes them; "
        + "the files stay in either case"
    case .alreadyLinked: "unlink calendar NAME first"
    case .notLinked: "link calendar NAME to ACCOUNT/FOLDER links it"
    case .cannotLink: nil
    case .cannotHaveFolder: "add account NAME path \"FOLDER\" adds one with a folder"
    case .notInSync: "`sync` says more"
    case .badPlace: "write ACCOUNT/FOLDER, such as Home/work"
    case .syncRunning: "it does the same; wait for it, or end it"
    case .nothingHeld: "`accounts` shows what is held"
    case .unknownConflict: "`sync conflicts` lists them"
    case .conflictGone: "the conflict is closed"
    case .alreadySubscribed: "sync NAME asks for it anew"
    case .feed(let fault): fault.hint
    case .notOwner: "access shows who may do what"
    case .incomplete: "the lines above say why; what could be synced is"
    case .store(let error): error.hint
    }
  }
}
