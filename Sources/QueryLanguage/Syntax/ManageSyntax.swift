/// A statement about calendars, files, history, saved views or access.
public struct ManageSyntax: Hashable, Sendable {
  /// The written form.
  public indirect enum Kind: Hashable, Sendable {
    case addCalendar(AddCalendarSyntax)
    /// `edit calendar Work set color = teal`; without settings the form of a calendar.
    case editCalendar(NameSyntax, [CalendarSettingSyntax])
    /// `choose calendars` picks the calendars to show, `choose calendar` the default
    /// calendar for events, or for reminders.
    case chooseCalendars(isMultiple: Bool, ItemWord?)
    case renameCalendar(NameSyntax, to: TextSyntax)
    case deleteCalendar(NameSyntax, isConfirmed: Bool)
    case defaultCalendar(NameSyntax)
    /// `add account Home path "~/.calendars"`; without a path it has no counterpart outside the store.
    case addAccount(NameSyntax, path: TextSyntax?)
    case editAccount(NameSyntax, [AccountSettingSyntax])
    /// `delete account Home keep`; nil asks what becomes of its calendars.
    case deleteAccount(NameSyntax, RemainsWord?)
    case accounts
    /// `link calendar Work to Home/work`.
    case linkCalendar(NameSyntax, to: TextSyntax)
    case unlinkCalendar(NameSyntax)
    case showCalendar(NameSyntax)
    case hideCalendar(NameSyntax)
    case importFiles(ImportSyntax)
    case openFiles(OpenSyntax)
    case send(SendSyntax)
    case export(ExportSyntax)
    /// `undo`, `undo 3`, `undo import dry run`.
    case undo(RevertSyntax)
    /// `redo`, `redo u3 yes`.
    case redo(RevertSyntax)
    case history, begin, commit, rollback
    case sync(SyncSyntax)
    /// `watch reminders due today`; also the rows of a `run`.
    case watch(StatementSyntax)
    /// `changes since s41`.
    case changes(since: String)
    case saveView(SaveViewSyntax)
    case runView(RunViewSyntax)
    case views
    case dropView(WordSyntax)
    /// `save set weekdays as Work, Family`.
    case saveSet(WordSyntax, [NameSyntax])
    case sets
    case dropSet(WordSyntax)
    case access(AccessSyntax)
    /// Checks that all derived data matches the items.
    case check
    case reindex
    case backup(PathSyntax, replaces: Bool)
    /// `duplicates in Work`; no names mean all calendars.
    case duplicates([NameSyntax])
    /// `snooze 10m`, `snooze 10m ev:7kq2m9`, `snooze standup`: the length, nil for ten minutes, and the item, nil
    /// for that of the alarm that rang last.
    case snooze(DurationSyntax?, TargetSyntax?)
    /// `location 52.52, 13.405`: the position of the person.
    case location(CoordinatesSyntax)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A statement.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// A setting of a calendar, as `edit calendar NAME set` gives it.
public struct CalendarSettingSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case name(TextSyntax)
    /// `color = teal`, `color = #2e8b57`; nil removes the color.
    case color(TextSyntax?)
    /// The alarm of new timed events: the time before their start; nil for no alarm.
    case alarm(DurationSyntax?)
  }

  /// The fields of a calendar that can be set.
  public enum Field: String, CaseIterable, Sendable {
    case name, color, alarm

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

/// `add calendar "Trips" in source Local color "#aa3300" for events`.
public struct AddCalendarSyntax: Hashable, Sendable {
  /// Its name; nil opens the form.
  public var title: TextSyntax?
  /// Its account; nil is the local one.
  public var source: NameSyntax?
  /// Its color.
  public var color: TextSyntax?
  /// The kind of items that it holds; nil is both.
  public var kind: ItemWord?
  /// The address that it is read from; nil for a calendar of one's own.
  public var address: TextSyntax?

  /// A new calendar.
  public init(
    _ title: TextSyntax?, source: NameSyntax? = nil, color: TextSyntax? = nil, kind: ItemWord? = nil,
    address: TextSyntax? = nil
  ) {
    self.title = title
    self.source = source
    self.color = color
    self.kind = kind
    self.address = address
  }
}

/// A file, or `-`: the standard input or output.
public struct PathSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    case file(TextSyntax)
    case standard
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A path.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// The treatment of items that already exist in an import.
public enum ConflictWord: String, CaseIterable, Sendable {
  case skip, replace, copy
}

/// `import "trip.ics" into "Family Trips" on conflict skip dry run`.
public struct ImportSyntax: Hashable, Sendable {
  /// The files; at least one.
  public var paths: [PathSyntax]
  /// The calendar that everything goes into.
  public var calendar: NameSyntax?
  /// The treatment of items that already exist.
  public var onConflict: ConflictWord?
  /// Whether nothing is to be saved.
  public var isDryRun: Bool

  /// An import.
  public init(
    _ paths: [PathSyntax], into calendar: NameSyntax? = nil, onConflict: ConflictWord? = nil,
    isDryRun: Bool = false
  ) {
    self.paths = paths
    self.calendar = calendar
    self.onConflict = onConflict
    self.isDryRun = isDryRun
  }
}

/// The step that `undo` reverts or `redo` repeats, and its options.
public struct RevertSyntax: Hashable, Sendable {
  /// The ways to name a step.
  public enum Step: Hashable, Sendable {
    /// The newest that the client did by hand; for `redo`, the step that it undid last.
    case newest
    /// The step of this number, as `history` shows it.
    case number(Int)
    /// The client's newest import.
    case imported
    /// The newest sync.
    case synced
  }

  /// The step.
  public var step: Step
  /// Whether `yes` was written.
  public var isConfirmed: Bool
  /// Whether nothing is to be saved.
  public var isDryRun: Bool

  /// A step to revert.
  public init(_ step: Step = .newest, isConfirmed: Bool = false, isDryRun: Bool = false) {
    self.step = step
    self.isConfirmed = isConfirmed
    self.isDryRun = isDryRun
  }
}

/// `export events this year to "work.ics"`.
public struct ExportSyntax: Hashable, Sendable {
  /// The content of an export.
  public enum Content: Hashable, Sendable {
    case query(QuerySyntax)
    case calendars([NameSyntax])
    case all
  }

  /// The content.
  public var content: Content
  /// The format named after calendars or `all`; a query names it in a clause.
  public var format: OutputFormat?
  /// The file to write.
  public var path: PathSyntax
  /// Whether an existing file may be replaced.
  public var replaces: Bool

  /// An export.
  public init(
    _ content: Content, as format: OutputFormat? = nil, to path: PathSyntax, replaces: Bool = false
  ) {
    self.content = content
    self.format = format
    self.path = path
    self.replaces = replaces
  }
}

/// A value whose type the statement does not decide: a parameter's or a setting's.
public struct LooseValueSyntax: Hashable, Sendable {
  /// The written form.
  public enum Kind: Hashable, Sendable {
    /// A single bare word, also one that could be a date such as `friday`.
    case word(String)
    case string(String)
    case integer(Int)
    case decimal(DecimalSyntax)
    case duration(DurationSyntax)
    /// A date expression that is more than a bare word.
    case date(DateSyntax)
    /// `$x`, without the dollar sign.
    case parameter(String)
  }

  /// The written form.
  public var kind: Kind
  /// The place in the text.
  @NotCompared public var range: SourceRange

  /// A value.
  public init(_ kind: Kind, range: SourceRange = .none) {
    self.kind = kind
    self.range = range
  }
}

/// The access of a client.
public enum AccessLevelWord: String, CaseIterable, Sendable {
  case full
  case readOnly = "read-only"
  case writeOnly = "write-only"
  case denied, restricted, ask
}

/// `access`, `access grant mybar events full`.
public enum AccessSyntax: Hashable, Sendable {
  case list
  case requests
  case set(client: String, ItemWord, AccessLevelWord)
  case grant(client: String, ItemWord, AccessLevelWord)
  case deny(client: String, ItemWord)
  case revoke(client: String)
}
