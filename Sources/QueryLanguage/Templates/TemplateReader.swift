/// Reads the text of a template: braces, widths, patterns and escapes.
struct TemplateReader {
  private let text: String
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The parts of the whole template; neighboring texts are one.
  mutating func parts() throws(TemplateError) -> [LineTemplate.Part] {
    var parts: [LineTemplate.Part] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while at < bytes.count {
      switch bytes[at] {
      case Self.open where byte(at + 1) == Self.open:
        plain.append(Self.open)
        at += 2
      case Self.open:
        flush()
        parts.append(.field(try placeholder()))
      case Self.close:
        // One alone is a brace as well: nothing else could be meant.
        plain.append(Self.close)
        at += byte(at + 1) == Self.close ? 2 : 1
      case Self.backslash: plain += try escaped()
      case let other:
        plain.append(other)
        at += 1
      }
    }
    flush()
    return parts
  }

  // MARK: A placeholder

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")
  private static let backslash = UInt8(ascii: "\\")
  private static let colon = UInt8(ascii: ":")
  private static let bar = UInt8(ascii: "|")
  private static let percent = UInt8(ascii: "%")

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Reads `{name:layout|default}`, from the brace to the brace.
  private mutating func placeholder() throws(TemplateError) -> LineTemplate.Placeholder {
    let start = at
    at += 1
    var nameStart = at
    while let byte = byte(at), byte != Self.close, byte != Self.colon, byte != Self.bar { at += 1 }
    guard at < bytes.count else { throw fault(.unclosed, start..<bytes.count) }
    var nameEnd = at
    while nameStart < nameEnd, bytes[nameStart] == 32 { nameStart += 1 }
    while nameEnd > nameStart, bytes[nameEnd - 1] == 32 { nameEnd -= 1 }
    if nameStart == nameEnd { throw fault(.empty, start..<(at + 1)) }
    var result = LineTemplate.Placeholder(
      name: String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self), width: nil, pattern: nil,
      fallback: "", nameRange: range(nameStart..<nameEnd), layoutRange: range(at..<at))
    if byte(at) == Self.colon {
      at += 1
      let layout = at
      result.width = try width()
      result.pattern = try pattern(openedAt: start)
      result.layoutRange = range(layout..<at)
    }
    if byte(at) == Self.bar {
      at += 1
      result.fallback = try fallback(openedAt: start)
    }
    // The layout and the default end at a brace.
    at += 1
    return result
  }

  /// Reads `30`, `<30` or `>30`; nil if there is no width.
  private mutating func width() throws(TemplateError) -> LineTemplate.Width? {
    let start = at
    let isRight = byte(at) == UInt8(ascii: ">")
    let isAligned = isRight || byte(at) == UInt8(ascii: "<")
    if isAligned { at += 1 }
    let digits = at
    while let byte = byte(at), (48...57).contains(byte) { at += 1 }
    if at == digits, !isAligned { return nil }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let cells = Int(String(decoding: bytes[digits..<at], as: UTF8.self)),
      (1...LineTemplate.Width.most).contains(cells)
    else { throw fault(.badWidth(text), start..<max(at, start + 1)) }
    return LineTemplate.Width(cells: cells, isRight: isRight)
  }

  /// Reads text with letters behind `%`, up to the bar or the brace; nil if there is none.
  private mutating func pattern(openedAt start: Int) throws(TemplateError) -> TimePattern? {
    var pieces: [TimePattern.Piece] = []
    var plain: [UInt8] = []
    func flush() {
      if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while let byte = byte(at), byte != Self.close, byte != Self.bar {
      switch byte {
      case Self.percent:
        let sign = at
        at += 1
        let written = character()
        if written == "%" {
          plain.append(Self.percent)
        } else if let letter = written.flatMap(TimeLetter.init) {
          flush()
          pieces.append(.letter(letter))
        } else {
          let isEnd = written == nil || written == "}" || written == "|"
          let end = isEnd ? sign + 1 : at
          let text = String(decoding: bytes[sign..<end], as: UTF8.self)
          throw fault(.badLetter(text, isOfLength: false), sign..<end)
        }
      case Self.backslash: plain += try escaped()
      default:
        plain.append(byte)
        at += 1
      }
    }
    guard at < bytes.count else { throw fault(.unclosed, start..<bytes.count) }
    flush()
    return pieces.isEmpty ? nil : TimePattern(pieces)
  }

  /// Reads the text for a missing value, up to the brace.
  private mutating func fallback(openedAt start: Int) throws(TemplateError) -> String {
    var plain: [UInt8] = []
    while let byte = byte(at), byte != Self.close {
      if byte == Self.backslash {
        plain += try escaped()
      } else {
        plain.append(byte)
        at += 1
      }
    }
    guard at < bytes.count else { throw fault(.unclosed, start..<bytes.count) }
    return String(decoding: plain, as: UTF8.self)
  }

  // MARK: Characters

  /// Reads a backslash and the character behind it, and returns what they stand for.
  private mutating func escaped() throws(TemplateError) -> [UInt8] {
    let start = at
    at += 1
    let written = character()
    switch written {
    case "n": return [10]
    case "t": return [9]
    case "\\", "{", "}", "|": return Array(bytes[(start + 1)..<at])
    default:
      let text = String(decoding: bytes[start..<at], as: UTF8.self)
      throw fault(.badEscape(text), start..<at)
    }
  }

  /// Takes one character; nil at the end.
  private mutating func character() -> Character? {
    guard let character = String(decoding: bytes[at...].prefix(64), as: UTF8.self).first else { return nil }
    at = min(at + String(character).utf8.count, bytes.count)
    return character
  }

  private func range(_ bytes: Range<Int>) -> SourceRange {
    SourceRange(offset: bytes.lowerBound, length: bytes.count)
  }

  private func fault(_ problem: TemplateError.Problem, _ place: Range<Int>) -> TemplateError {
    TemplateError(problem, at: range(place), in: text)
  }
}
