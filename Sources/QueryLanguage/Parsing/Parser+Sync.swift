extension Parser {
  /// Production `accountStatement`, after `add`, `edit` or `delete`; nil for another noun.
  mutating func accountStatement(_ verb: Keyword?) throws(SyntaxError) -> ManageSyntax.Kind? {
    guard verb == .add || verb == .edit || verb == .delete else { return nil }
    note(.keyword(.account))
    guard eat(.account) else { return nil }
    let name = try name(expecting: .sourceName)
    switch verb {
    case .add:
      noteAlso(.keyword(.path))
      if current.endsStatement { return .addAccount(name, path: nil) }
      try expect(.path)
      return .addAccount(name, path: try filePath())
    case .edit:
      try expect(.set)
      return .editAccount(name, try list { (parser) throws(SyntaxError) in try parser.accountSetting() })
    default:
      for word in [Keyword.keep, .remove] { noteAlso(.keyword(word)) }
      return .deleteAccount(name, try choice(of: [.keep, .remove]))
    }
  }

  /// One of some last words, or nil at the end of the statement.
  private mutating func choice<Word: RawRepresentable<String>>(
    of words: [Keyword]
  ) throws(SyntaxError) -> Word? {
    if current.endsStatement { return nil }
    for word in words { note(.keyword(word)) }
    guard current.isWord, let word = Word(rawValue: current.text.lowercased()) else { throw unexpected() }
    advance()
    return word
  }

  /// Production `accountSetting`.
  mutating func accountSetting() throws(SyntaxError) -> AccountSettingSyntax {
    note(.accountSetting)
    guard current.isWord, let field = AccountSettingSyntax.Field(spelling: current.text) else {
      throw unexpected()
    }
    advance()
    try expect(sign: .equal)
    let start = index
    switch field {
    case .name: return AccountSettingSyntax(.name(try text()), range: range(from: start))
    case .path: return AccountSettingSyntax(.path(try filePath()), range: range(from: start))
    }
  }

  /// `link calendar Work to Home/work` and `unlink calendar Work`.
  mutating func linkStatement() throws(SyntaxError) -> ManageSyntax.Kind {
    let isLink = isAt(.link)
    advance()
    try expect(.calendar)
    let name = try name()
    guard isLink else { return .unlinkCalendar(name) }
    try expect(.to)
    return .linkCalendar(name, to: try filePath())
  }

  /// Production `syncing`, after `sync`.
  mutating func syncing() throws(SyntaxError) -> SyncSyntax {
    for word in [Keyword.watch, .conflicts, .resolve, .allow] { noteAlso(.keyword(word)) }
    if eatOptional(.watch) { return .watch }
    if eatOptional(.conflicts) { return .conflicts }
    if eatOptional(.resolve) {
      let number = try integer()
      for word in [Keyword.mine, .theirs, .both] { noteAlso(.keyword(word)) }
      return .resolve(number, try choice(of: [.mine, .theirs, .both]))
    }
    if eatOptional(.allow) { return .allow(try name(expecting: .sourceName)) }
    noteAlso(.sourceName)
    noteAlso(.keyword(.dry))
    let source = current.endsStatement || isAt(.dry) ? nil : try name(expecting: .sourceName)
    noteAlso(.keyword(.dry))
    guard isAt(.dry) else { return .run(source, isDryRun: false) }
    try dryRun()
    return .run(source, isDryRun: true)
  }
}
