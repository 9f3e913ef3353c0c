/// One line of a component, as places in the component's text.
struct ComponentNode: Sendable {
  enum Shape: UInt8, Sendable {
    case component
    case property
    case unparsed
  }

  /// Where the line begins.
  var start: UInt32
  /// Where the property's name ends.
  var nameEnd: UInt32
  /// Where the value begins; for a component where its name begins.
  var valueStart: UInt32
  /// Where the value ends, which for a property is the end of the line; for a component the end of its name.
  var valueEnd: UInt32
  /// For a component where its END line ends, with the line feed; else as `valueEnd`.
  var textEnd: UInt32
  /// The number of the node that follows this one and everything in it.
  var next: UInt32
  /// The line of the file; 0 when there is none.
  var line: UInt32
  var shape: Shape
  /// The raw value of the `ComponentKind` or `PropertyKind`.
  var kind: UInt8

  /// The line `text[start..<end]` with the parts that a scan of it found.
  init(
    _ scanned: LineScanner, start: Int, end: Int, next: Int, line: Int, shape: Shape, kind: UInt8
  ) {
    self.start = UInt32(start)
    nameEnd = UInt32(scanned.nameEnd)
    valueStart = UInt32(scanned.valueStart)
    valueEnd = UInt32(shape == .unparsed ? end : scanned.valueEnd)
    textEnd = UInt32(end)
    self.next = UInt32(next)
    self.line = UInt32(clamping: line)
    self.shape = shape
    self.kind = kind
  }

  /// The same line in another text, `text` bytes and `number` nodes further on.
  func moved(text: Int, number: Int) -> ComponentNode {
    func shift(_ place: UInt32, _ distance: Int) -> UInt32 { UInt32(Int(place) + distance) }
    var copy = self
    copy.start = shift(start, text)
    copy.nameEnd = shift(nameEnd, text)
    copy.valueStart = shift(valueStart, text)
    copy.valueEnd = shift(valueEnd, text)
    copy.textEnd = shift(textEnd, text)
    copy.next = shift(next, number)
    return copy
  }
}

/// The text of a component and where its lines are, shared by every view into it.
///
/// The text is in canonical form: unfolded lines, each ended by one line feed. The nodes stand in the
/// order of their lines, a component's before those of what lies in it.
final class ComponentStorage: Sendable {
  let text: [UInt8]
  let nodes: [ComponentNode]

  init(text: [UInt8], nodes: [ComponentNode]) {
    self.text = text
    self.nodes = nodes
  }

  func slice(_ low: UInt32, _ high: UInt32) -> ArraySlice<UInt8> { text[Int(low)..<Int(high)] }

  @inline(__always)
  func withBytes<Result>(
    _ low: UInt32, _ high: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(low)..<Int(high)])) }
  }
}
