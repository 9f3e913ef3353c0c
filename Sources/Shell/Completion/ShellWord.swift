/// A word of a shell's command line, as it is typed and as the program gets it.
struct ShellWord: Equatable {
  /// A place in the word where a text can be put in: offsets in UTF-8 bytes, and the quote there.
  struct Boundary: Equatable {
    var value: Int, plain: Int, typed: Int
    var quote: CommandShell.Quote
  }

  /// The word as the program gets it.
  private(set) var value: [UInt8] = []
  /// The same with tildes and variables as they are typed.
  private(set) var plain: [UInt8] = []
  /// The word as it is typed, with its quotes and escapes.
  private(set) var typed: [UInt8] = []
  /// The places between characters, in order, the first before the word and the last at its end.
  private(set) var boundaries = [Boundary(value: 0, plain: 0, typed: 0, quote: .none)]

  /// The word as text.
  var text: String { String(decoding: value, as: UTF8.self) }

  /// Adds what is typed, what it gives, and the quote behind it.
  mutating func append(
    _ typed: ArraySlice<UInt8>, value: some Sequence<UInt8>, plain: some Sequence<UInt8>,
    quote: CommandShell.Quote
  ) {
    self.typed += typed
    self.value += value
    self.plain += plain
    let boundary = Boundary(
      value: self.value.count, plain: self.plain.count, typed: self.typed.count, quote: quote)
    // Of a quote and what is before it, only the place inside is kept.
    if boundaries.last?.value == boundary.value { boundaries.removeLast() }
    boundaries.append(boundary)
  }

  /// Returns the last place up to which a text agrees with the word, and what of the text is behind it.
  func end(ofCommon text: String) -> (boundary: Boundary, rest: String) {
    let bytes = Array(text.utf8)
    var common = zip(value, bytes).prefix { $0 == $1 }.count
    // A character is taken as a whole.
    while common < bytes.count, bytes[common] & 0xC0 == 0x80 { common -= 1 }
    let boundary =
      boundaries.last { $0.value <= common } ?? Boundary(value: 0, plain: 0, typed: 0, quote: .none)
    return (boundary, String(decoding: bytes[boundary.value...], as: UTF8.self))
  }
}
