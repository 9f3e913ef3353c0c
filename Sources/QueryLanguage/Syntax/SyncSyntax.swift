/// A statement about syncs.
public enum SyncSyntax: Hashable, Sendable {
  /// `sync`, `sync Home dry run`: syncs an account, a calendar, or all.
  case run(NameSyntax?, isDryRun: Bool)
  /// `sync watch`: syncs whenever a folder or the store changes.
  case watch
  /// `sync conflicts`: the changes of both sides that exclude each other.
  case conflicts
  /// `sync resolve 3 mine`; nil asks field by field.
  case resolve(Int, ResolutionWord?)
  /// `sync allow Home`: what is held back may be done.
  case allow(NameSyntax)
}

/// What becomes of a conflict.
public enum ResolutionWord: String, CaseIterable, Sendable {
  case mine, theirs, both
}

/// What becomes of the calendars of a deleted account.
public enum RemainsWord: String, CaseIterable, Sendable {
  case keep, remove
}

/// A setting of an account, as `edit account NAME set` gives it.
public struct AccountSettingSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case name(TextSyntax)
    case path(TextSyntax)
  }

  /// The fields of an account that can be set.
  public enum Field: String, CaseIterable, Sendable {
    case name, path

    /// The field of a word in any letter case; `title`, the field in queries, is the name.
    init?(spelling: String) {
      let word = spelling.lowercased()
      self.init(rawValue: word == "title" ? "name" : word)
    }
  }

  /// The written form.
  public var kind: Kind
  /// The place of the value in the text.
  @NotCompared public var range: SourceRange

  /// A setting.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}
