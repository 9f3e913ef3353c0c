extension Parser {
  /// Production `manage`; nil if no such statement begins.
  mutating func manage() throws(SyntaxError) -> ManageSyntax? {
    let start = index
    var kind = try calendarStatement()
    if kind == nil { kind = try storeStatement() }
    if kind == nil { kind = try alarmStatement() }
    guard let kind else { return nil }
    return ManageSyntax(kind, range: range(from: start))
  }

  /// Production `calendarStatement`; nil if no such statement begins.
  mutating func calendarStatement() throws(SyntaxError) -> ManageSyntax.Kind? {
    let keyword = current.keyword
    switch keyword {
    case .add, .edit, .rename, .delete, .default, .show, .hide: break
    case .choose:
      advance()
      return try chooseCalendars()
    case .accounts:
      advance()
      return .accounts
    case .link, .unlink: return try linkStatement()
    default: return nil
    }
    advance()
    if let statement = try accountStatement(keyword) { return statement }
    try expect(.calendar)
    switch keyword {
    case .add: return .addCalendar(try addCalendar())
    case .edit:
      let name = try name()
      return .editCalendar(name, try calendarSettings())
    case .rename:
      let name = try name()
      try expect(.to)
      return .renameCalendar(name, to: try string())
    case .delete:
      let name = try name()
      return .deleteCalendar(name, isConfirmed: eatOptional(.yes))
    case .default: return .defaultCalendar(try name())
    case .show: return .showCalendar(try name())
    default: return .hideCalendar(try name())
    }
  }

  /// Production `chooseCalendars`, after `choose`.
  mutating func chooseCalendars() throws(SyntaxError) -> ManageSyntax.Kind {
    note(.keyword(.calendars))
    note(.keyword(.calendar))
    if eat(.calendars) { return .chooseCalendars(isMultiple: true, nil) }
    guard eat(.calendar) else { throw unexpected() }
    noteAlso(.keyword(.for))
    guard eat(.for) else { return .chooseCalendars(isMultiple: false, nil) }
    return .chooseCalendars(isMultiple: false, try entity())
  }

  /// Production `addCalendar`, after `add calendar`.
  mutating func addCalendar() throws(SyntaxError) -> AddCalendarSyntax {
    note(.string)
    if current.endsStatement { return AddCalendarSyntax(nil) }
    var syntax = AddCalendarSyntax(try string())
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index) {
      for keyword in [Keyword.in, .color, .for, .from] { noteAlso(.keyword(keyword)) }
      switch current.keyword {
      case .in:
        try once("`in source`", &seen)
        advance()
        try expect(.source)
        syntax.source = try name(expecting: .sourceName)
      case .color:
        try once("`color`", &seen)
        advance()
        syntax.color = try color()
      case .for:
        try once("`for`", &seen)
        advance()
        syntax.kind = try entity()
      case .from:
        try once("`from`", &seen)
        advance()
        syntax.address = try string()
      default: return syntax
      }
    }
    return syntax
  }

  /// Parses the settings after `edit calendar NAME`; empty without `set`.
  private mutating func calendarSettings() throws(SyntaxError) -> [CalendarSettingSyntax] {
    noteAlso(.keyword(.set))
    guard eatOptional(.set) else { return [] }
    return try list { (parser) throws(SyntaxError) in try parser.calendarSetting() }
  }

  /// Production `calendarSetting`.
  mutating func calendarSetting() throws(SyntaxError) -> CalendarSettingSyntax {
    note(.calendarSetting)
    let token = current
    guard token.isWord, let field = CalendarSettingSyntax.Field(spelling: token.text) else {
      throw unexpected()
    }
    advance()
    try expect(sign: .equal)
    let start = index
    switch field {
    case .name: return CalendarSettingSyntax(.name(try text()), range: range(from: start))
    case .color:
      note(.color)
      noteAlso(.keyword(.empty))
      let color = eatOptional(.empty) ? nil : try color()
      return CalendarSettingSyntax(.color(color), range: range(from: start))
    case .alarm:
      note(.duration)
      if eatOptional(.none) { return CalendarSettingSyntax(.alarm(nil), range: range(from: start)) }
      _ = eat(sign: .minus)
      let length = try dur()
      return CalendarSettingSyntax(.alarm(length), range: range(from: start))
    }
  }

  /// Production `color`: a name, or `#rrggbb` as it stands.
  mutating func color() throws(SyntaxError) -> TextSyntax {
    note(.color)
    guard current.text.utf8.first == UInt8(ascii: "#") else { return try text() }
    let whole = unbroken(from: current)
    // No text can hold the zero character, and so no color.
    if text(at: whole).utf8.contains(0) { throw unexpected() }
    while index < tokens.count - 1, current.range.offset < whole.end { advance() }
    return TextSyntax(.literal(text(at: whole)), isQuoted: false, range: whole)
  }

  /// Production `entity`.
  mutating func entity() throws(SyntaxError) -> ItemWord {
    note(.keyword(.events))
    note(.keyword(.reminders))
    guard current.isWord, let kind = ItemWord(plural: current.text.lowercased()) else {
      throw unexpected()
    }
    advance()
    return kind
  }

  /// Production `storeStatement`; nil if no such statement begins.
  mutating func storeStatement() throws(SyntaxError) -> ManageSyntax.Kind? {
    guard let keyword = current.keyword else { return nil }
    switch keyword {
    case .import: return .importFiles(try importStatement())
    case .open: return .openFiles(try openStatement())
    case .send: return .send(try sendStatement())
    case .export: return .export(try export())
    case .undo:
      advance()
      return .undo(try reverting())
    case .redo:
      advance()
      return .redo(try reverting())
    case .history, .begin, .commit, .rollback, .views, .sets, .check, .reindex:
      return plainStatement(keyword)
    case .sync:
      advance()
      return .sync(try syncing())
    case .watch:
      advance()
      return .watch(try watched())
    case .changes:
      advance()
      try expect(.since)
      return .changes(since: try word())
    case .save: return try save()
    case .run: return .runView(try runView())
    case .drop: return try drop()
    case .access: return .access(try access())
    case .backup:
      advance()
      try expect(.to)
      return .backup(try path(), replaces: eatOptional(.replace))
    case .duplicates:
      advance()
      return .duplicates(
        eatOptional(.in) ? try names() : [])
    default: return nil
    }
  }

  private mutating func plainStatement(_ keyword: Keyword) -> ManageSyntax.Kind? {
    let kind: ManageSyntax.Kind? =
      switch keyword {
      case .history: .history
      case .begin: .begin
      case .commit: .commit
      case .rollback: .rollback
      case .views: .views
      case .sets: .sets
      case .check: .check
      case .reindex: .reindex
      default: nil
      }
    if kind != nil { advance() }
    return kind
  }

  /// Production `reverting`, after `undo` and `redo`.
  mutating func reverting() throws(SyntaxError) -> RevertSyntax {
    var syntax = RevertSyntax()
    noteAlso(.integer)
    noteAlso(.keyword(.import))
    noteAlso(.keyword(.sync))
    if current.integer != nil {
      syntax.step = .number(try integer())
    } else if let number = stepNumber(current) {
      syntax.step = .number(number)
      advance()
    } else if eatOptional(.import) {
      syntax.step = .imported
    } else if eatOptional(.sync) {
      syntax.step = .synced
    }
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index) {
      for keyword in [Keyword.yes, .dry] { noteAlso(.keyword(keyword)) }
      switch current.keyword {
      case .yes:
        try once("`yes`", &seen)
        advance()
        syntax.isConfirmed = true
      case .dry:
        try once("`dry run`", &seen)
        try dryRun()
        syntax.isDryRun = true
      default: return syntax
      }
    }
    return syntax
  }

  /// The number of a step as `history` writes it: `u9`.
  private func stepNumber(_ token: Token) -> Int? {
    guard token.isWord, token.text.first == "u" || token.text.first == "U" else { return nil }
    let digits = token.text.utf8.dropFirst()
    guard (1...18).contains(digits.count), digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return Int(token.text.dropFirst())
  }

  /// Production `importStatement`.
  mutating func importStatement() throws(SyntaxError) -> ImportSyntax {
    advance()
    var syntax = ImportSyntax(try list { (parser) throws(SyntaxError) in try parser.path() })
    var seen = SeenClauses()
    var progress = LoopProgress()
    while progress.isMoving(index) {
      for keyword in [Keyword.into, .on, .dry] { note(.keyword(keyword)) }
      switch current.keyword {
      case .into:
        try once("`into`", &seen)
        advance()
        syntax.calendar = try name()
      case .on:
        try once("`on conflict`", &seen)
        advance()
        try expect(.conflict)
        syntax.onConflict = try conflict()
      case .dry:
        try once("`dry run`", &seen)
        try dryRun()
        syntax.isDryRun = true
      default: return syntax
      }
    }
    return syntax
  }

  /// Production `conflict`.
  mutating func conflict() throws(SyntaxError) -> ConflictWord {
    for keyword in [Keyword.skip, .replace, .copy] { note(.keyword(keyword)) }
    guard current.isWord, let word = ConflictWord(rawValue: current.text.lowercased()) else {
      throw unexpected()
    }
    advance()
    return word
  }

  /// Production `export`.
  mutating func export() throws(SyntaxError) -> ExportSyntax {
    advance()
    note(.query)
    note(.keyword(.calendar))
    note(.keyword(.all))
    let content: ExportSyntax.Content
    if isAt(.calendar) {
      advance()
      content = .calendars(try list { (parser) throws(SyntaxError) in try parser.name() })
    } else if isAt(.all) {
      advance()
      content = .all
    } else {
      stopsBeforePath = true
      defer { stopsBeforePath = false }
      content = .query(try query())
      try expect(.to)
      return ExportSyntax(content, to: try path(), replaces: eatOptional(.replace))
    }
    let format = try exportFormat()
    try expect(.to)
    return ExportSyntax(content, as: format, to: try path(), replaces: eatOptional(.replace))
  }

  /// Production `exportFormat` with the `as` before it; nil without `as`.
  mutating func exportFormat() throws(SyntaxError) -> OutputFormat? {
    noteAlso(.keyword(.as))
    if !isAt(.as) { return nil }
    advance()
    note(.exportFormat)
    let formats = OutputFormat.exported
    guard current.isWord, let format = OutputFormat(rawValue: current.text.lowercased()),
      formats.contains(format)
    else { throw unexpected() }
    advance()
    return format
  }
}
