/// Finds the parts of one unfolded content line: `name *(";" parameter) ":" value` (RFC 5545, 3.1).
struct LineScanner {
  /// The kind of a line.
  enum Shape: Equatable {
    case begin(ComponentKind)
    case end(ComponentKind)
    case property(PropertyKind)
    /// Not a property: no name, no colon, or BEGIN or END without a component's name.
    case unreadable
  }

  /// Small faults, despite which the line is read.
  struct Faults: OptionSet {
    let rawValue: UInt8
    static let invalidUTF8 = Faults(rawValue: 1)
    static let controlCharacter = Faults(rawValue: 2)
  }

  var shape: Shape
  /// The end of the name, from the beginning of the text.
  var nameEnd: Int
  /// The start of the value; for BEGIN and END the start of the component's name.
  var valueStart: Int
  /// The end of the value; for BEGIN and END the end of the component's name.
  var valueEnd: Int
  var faults: Faults = []

  /// Scans the line `text[start..<end]`.
  init(_ text: UnsafeBufferPointer<UInt8>, start: Int, end: Int, checksBytes: Bool = true) {
    nameEnd = start
    valueStart = start
    valueEnd = end
    shape = .unreadable
    var hash = NameHash.seed
    var index = start
    while index < end {
      let byte = text[index]
      if byte == ASCII.colon || byte == ASCII.semicolon { break }
      guard ASCII.isNameByte(byte) else {
        index = Self.skipBlanks(text, from: index, to: end)
        break
      }
      hash = NameHash.step(hash, byte)
      index += 1
      nameEnd = index
    }
    if nameEnd > start, index < end {
      if text[index] == ASCII.colon {
        valueStart = index + 1
        classify(text, start: start, hash: hash)
      } else if text[index] == ASCII.semicolon, let colon = Self.findColon(text, from: index, to: end) {
        valueStart = colon + 1
        classify(text, start: start, hash: hash)
      }
    }
    if checksBytes { checkBytes(text, start: start, end: end) }
  }

  /// The position after blanks if a colon or semicolon follows them, as in `SUMMARY : x`; else the end.
  private static func skipBlanks(_ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, ASCII.isBlank(text[index]) { index += 1 }
    guard index < end, text[index] == ASCII.colon || text[index] == ASCII.semicolon else { return end }
    return index
  }

  /// The colon that ends the parameters: the first colon outside quotation marks, or the first of all if a
  /// quotation mark is never closed.
  private static func findColon(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    var index = start + 1
    var isQuoted = false
    while index < end {
      let byte = text[index]
      if byte == ASCII.quote {
        isQuoted.toggle()
      } else if byte == ASCII.colon, !isQuoted {
        return index
      }
      index += 1
    }
    return isQuoted ? text[start..<end].firstIndex(of: ASCII.colon) : nil
  }

  private mutating func classify(_ text: UnsafeBufferPointer<UInt8>, start: Int, hash: UInt32) {
    let name = UnsafeBufferPointer(rebasing: text[start..<nameEnd])
    let isBegin = name.count == 5 && ASCII.equal(name, "BEGIN")
    guard isBegin || name.count == 3 && ASCII.equal(name, "END") else {
      shape = .property(PropertyKind.index.find(name, hash: hash))
      return
    }
    while valueStart < valueEnd, ASCII.isBlank(text[valueStart]) { valueStart += 1 }
    while valueEnd > valueStart, ASCII.isBlank(text[valueEnd - 1]) { valueEnd -= 1 }
    let component = UnsafeBufferPointer(rebasing: text[valueStart..<valueEnd])
    guard !component.isEmpty, component.allSatisfy(ASCII.isNameByte) else {
      shape = .unreadable
      return
    }
    let kind = ComponentKind(named: component)
    shape = isBegin ? .begin(kind) : .end(kind)
  }

  private mutating func checkBytes(_ text: UnsafeBufferPointer<UInt8>, start: Int, end: Int) {
    var union: UInt8 = 0
    var controls: UInt8 = 0
    for index in start..<end {
      let byte = text[index]
      union |= byte
      controls |= byte < 32 && byte != ASCII.tab || byte == 127 ? 1 : 0
    }
    if controls != 0 { faults.insert(.controlCharacter) }
    if union >= 0x80, !ASCII.isUTF8(UnsafeBufferPointer(rebasing: text[start..<end])) {
      faults.insert(.invalidUTF8)
    }
  }
}
