extension Parser {
  /// The rest of `add account`, `edit account` and `delete account`, after the verb; nil for another noun.
  mutating func accountStatement(_ verb: Keyword?) throws(SyntaxError) -> ManageSyntax.Kind? {
    guard verb == .add || verb == .edit || verb == .delete else { return nil }
    note(.keyword(.account))
    guard eat(.account) else { return nil }
    let name = try name(expecting: .sourceName)
    switch verb {
    case .add:
      noteAlso(.keyword(.path))
      return .addAccount(name, path: eatOptional(.path) ? try filePath() : nil)
    case .edit:
      try expect(.set)
      return .editAccount(name, try list { (parser) throws(SyntaxError) in try parser.accountSetting() })
    default:
      for word in [Keyword.keep, .remove] { noteAlso(.keyword(word)) }
      if eatOptional(.keep) { return .deleteAccount(name, .keep) }
      if eatOptional(.remove) { return .deleteAccount(name, .remove) }
      return .deleteAccount(name, nil)
    }
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
      guard current.isWord, let word = ResolutionWord(rawValue: current.text.lowercased()) else {
        return .resolve(number, nil)
      }
      advance()
      return .resolve(number, word)
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
