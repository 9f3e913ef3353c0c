/// Reads a command line up to the cursor as a shell does, as far as words are concerned.
///
/// Tildes and variables of the environment are expanded. What only the shell itself can expand, such as `$(…)`,
/// stays as it is.
struct ShellLine {
  /// Whether the cursor is behind the name of the program.
  private(set) var hasProgram = false
  /// The words behind the name of the program.
  private(set) var words: [ShellWord] = []
  /// The word at the cursor; empty behind a blank.
  private(set) var last = ShellWord()

  private let shell: CommandShell
  private let variable: (String) -> String?
  private var rest: ArraySlice<UInt8>
  private var quote = CommandShell.Quote.none
  private var isInWord = false

  /// Reads a line that begins with the name of the program, perhaps behind assignments.
  init(_ text: String, of shell: CommandShell, variable: @escaping (String) -> String?) {
    self.shell = shell
    self.variable = variable
    rest = Array(text.utf8)[...]
    while let byte = rest.first { take(byte) }
    words.removeFirst(words.prefix { Self.isAssignment($0.text) }.count)
    hasProgram = !words.isEmpty
    words = Array(words.dropFirst())
  }

  private mutating func take(_ byte: UInt8) {
    switch (byte, quote) {
    case (UInt8(ascii: " "), .none), (9...10, .none):
      endWord()
    case (UInt8(ascii: "'"), .none): turn(to: .single)
    case (UInt8(ascii: "\""), .none): turn(to: .double)
    case (UInt8(ascii: "'"), .single), (UInt8(ascii: "'"), .escaped), (UInt8(ascii: "\""), .double):
      turn(to: .none)
    case (UInt8(ascii: "\\"), _): takeEscape()
    case (UInt8(ascii: "$"), .none), (UInt8(ascii: "$"), .double): takeDollar()
    case (UInt8(ascii: "~"), .none) where !isInWord: takeTilde()
    default: takeAsItIs(1)
    }
  }

  private mutating func endWord() {
    if isInWord { words.append(last) }
    (last, isInWord) = (ShellWord(), false)
    rest.removeFirst()
  }

  private mutating func turn(to next: CommandShell.Quote, _ count: Int = 1) {
    quote = next
    take(count, value: [])
  }

  /// Takes bytes that give others.
  private mutating func take(_ count: Int, value: [UInt8], plain: [UInt8]? = nil) {
    last.append(rest.prefix(count), value: value, plain: plain ?? value, quote: quote)
    rest.removeFirst(count)
    isInWord = true
  }

  private mutating func takeAsItIs(_ count: Int) { take(count, value: Array(rest.prefix(count))) }

  private mutating func takeEscape() {
    // A lone backslash at the cursor escapes what is not typed yet.
    guard let next = rest.dropFirst().first else { return take(1, value: []) }
    let isEscape: Bool
    switch quote {
    case .none: isEscape = true
    case .single: isEscape = shell.escapesInSingleQuotes && "'\\".utf8.contains(next)
    case .double: isEscape = "$`\"\\\n".utf8.contains(next)
    case .escaped: isEscape = "'\"\\".utf8.contains(next)
    }
    if !isEscape { return takeAsItIs(1) }
    take(2, value: next == 10 ? [] : [next])
  }

  private mutating func takeDollar() {
    let behind = rest.dropFirst()
    if quote == .none, shell.hasEscapedQuotes, behind.first == UInt8(ascii: "'") {
      return turn(to: .escaped, 2)
    }
    let isBraced = behind.first == UInt8(ascii: "{")
    let name = behind.dropFirst(isBraced ? 1 : 0).prefix(while: Self.isOfName)
    let count = 1 + name.count + (isBraced ? 2 : 0)
    guard !name.isEmpty, !isBraced || rest.dropFirst(count - 1).first == UInt8(ascii: "}"),
      let value = variable(String(decoding: name, as: UTF8.self))
    else { return takeAsItIs(1) }
    take(count, value: Array(value.utf8), plain: Array(rest.prefix(count)))
  }

  private mutating func takeTilde() {
    let next = rest.dropFirst().first
    guard next == nil || next == UInt8(ascii: "/") || next == 32, let home = variable("HOME") else {
      return takeAsItIs(1)
    }
    take(1, value: Array(home.utf8), plain: [UInt8(ascii: "~")])
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a word before the name of the program gives a variable its value.
  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals > word.startIndex else {
      return false
    }
    return word.utf8[..<equals].allSatisfy(isOfName)
  }
}
