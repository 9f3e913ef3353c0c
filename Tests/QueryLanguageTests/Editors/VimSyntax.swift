import QueryLanguage

/// `Grammar/editors/vim/syntax/kalends.vim`, made from the tables of the language.
enum VimSyntax {
  static let path = "Grammar/editors/vim/syntax/kalends.vim"

  static var text: String {
    """
    " Vim syntax file
    " Language: Kalends
    " Made from the tables of the language by EditorTests; KALENDS_RECORD=1 makes it anew.

    if exists("b:current_syntax")
      finish
    endif

    syn case ignore
    syn iskeyword @,48-57,_,192-255

    \(keywords)

    " Words with signs inside are names, but for those of the language.
    syn match kalendsName /\\<\\h\\w*\\%([.\\/'’]\\w\\+\\|-\\a\\w*\\)\\+/
    syn match kalendsKeyword /\\<\\%(read\\|write\\)-only\\>/
    syn match kalendsField /\\<\\%(\(alternatives(dottedFields))\\)\\>/
    syn match kalendsField /\\<\\%(\(alternatives(dateFields))\\)\\.\\%(\(alternatives(DatePart.allCases.map(\.rawValue)))\\)\\>/
    syn match kalendsField /[.]\\%(\(alternatives(parts))\\)\\>/
    syn match kalendsFormat /\\%(\\<as\\s\\+\\)\\@<=\\%(\(alternatives(OutputFormat.allCases.map(\.rawValue)))\\)\\>/

    syn match kalendsNumber /\\<\\d\\+\\%(\\.\\d\\+\\)\\?\\>/
    syn match kalendsNumber /\\<\\d\\{1,3}\\%(st\\|nd\\|rd\\|th\\)\\>/
    syn match kalendsDuration /\\<\\d\\+\\a[[:alnum:]]*\\>/
    syn match kalendsDuration /\\<P\\%(T\\?\\d\\+[YMWDHS]\\)\\+\\>/
    syn match kalendsTime /\\<\\d\\{1,2}:\\d\\+\\%(:\\d\\+\\)\\?\\%([ap]m\\)\\?\\>/
    syn match kalendsDate /\\<\\d\\{4}-\\%(\\d\\d\\%(-\\d\\d\\)\\?\\|W\\d\\d\\%(-\\d\\)\\?\\)\\>/
    syn match kalendsDate /\\<\\d\\{4}-\\d\\d-\\d\\dT[0-9:]\\+\\%(\\.\\d\\+\\)\\?\\%(Z\\|[+-]\\d\\d:\\?\\d\\d\\)\\?\\>/
    syn match kalendsDate /\\<\\d\\+\\%(\\/\\d\\+\\)\\+/
    syn match kalendsDate /\\<\\d\\+\\.\\d\\+\\.\\.\\@!\\%(\\d\\+\\.\\?\\)\\?/

    syn match kalendsId /\\<\\%(ev\\|rm\\|cal\\|src\\):\\w\\+\\%(\\/\\d\\w*\\)\\?\\%(\\~\\d\\+\\)\\?/
    syn match kalendsRow /#\\d\\+/
    syn match kalendsParameter /\\$\\h\\w*/
    syn match kalendsSign /[!<>+-]\\?=\\|[<>+*@–-]\\|\\.\\./

    syn match kalendsEscape contained /\\\\\\%(u{\\x\\+}\\|.\\)/
    syn region kalendsString start=/"/ skip=/\\\\./ end=/"/ oneline contains=kalendsEscape
    syn region kalendsString start=/“/ skip=/\\\\./ end=/”/ oneline contains=kalendsEscape
    syn region kalendsString start=/\\w\\@<!'/ skip=/''/ end=/'/ oneline
    syn region kalendsPattern start=/\\%(\\<matches\\s\\+\\)\\@<=\\// skip=/\\\\./ end=/\\/i\\?/ oneline
    syn match kalendsComment /--\\%(\\s.*\\)\\?$/
    syn match kalendsComment /\\%^#!.*$/

    \(links)

    let b:current_syntax = "kalends"

    """
  }

  /// Words that `:syn keyword` would take for its own arguments.
  private static let arguments: Set<String> = [
    "contains", "fold", "display", "extend", "transparent", "contained",
  ]

  private static var keywords: String {
    var lines: [String] = []
    for wordClass in WordClass.allCases {
      let words = wordClass.words.sorted()
      let plain = words.filter { !arguments.contains($0) && $0.allSatisfy(\.isLetter) }
      for start in stride(from: 0, to: plain.count, by: 10) {
        let some = plain[start..<min(start + 10, plain.count)]
        lines.append("syn keyword \(group(wordClass)) " + some.joined(separator: " "))
      }
      for word in words where arguments.contains(word) {
        lines.append("syn match \(group(wordClass)) /\\<\(word)\\>/")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func group(_ wordClass: WordClass) -> String {
    "kalends" + wordClass.rawValue.prefix(1).uppercased() + wordClass.rawValue.dropFirst()
  }

  private static var dottedFields: [String] { FieldName.allCases.map(\.rawValue).filter { $0.contains(".") } }

  private static var dateFields: [String] {
    Set(FieldCatalog.entries.filter { $0.type == .date }.map(\.name.rawValue)).sorted()
  }

  /// What may follow the dot of a field: a keyword before the dot is a match of its own.
  private static var parts: [String] {
    DatePart.allCases.map(\.rawValue)
      + Set(dottedFields.compactMap { $0.split(separator: ".").last.map(String.init) })
      .sorted()
  }

  private static func alternatives(_ words: [String]) -> String {
    words.map { $0.replacing(".", with: "\\.") }.joined(separator: "\\|")
  }

  private static let groups: [(group: String, highlight: String)] = [
    ("Statement", "Statement"), ("Clause", "Keyword"), ("Connective", "Operator"), ("Function", "Function"),
    ("Date", "Constant"), ("Unit", "Type"), ("Flag", "Boolean"), ("Field", "Identifier"),
    ("Keyword", "Keyword"),
    ("Format", "Constant"), ("Number", "Number"), ("Duration", "Number"), ("Time", "Number"),
    ("Id", "Special"),
    ("Row", "Special"), ("Parameter", "PreProc"), ("Sign", "Operator"), ("String", "String"),
    ("Escape", "SpecialChar"), ("Pattern", "String"), ("Comment", "Comment"),
  ]

  private static var links: String {
    groups.map { "hi def link kalends\($0.group) \($0.highlight)" }.joined(separator: "\n")
  }
}
