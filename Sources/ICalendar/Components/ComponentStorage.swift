/// One line of a component, as offsets into the component's text.
struct ComponentNode: Sendable {
  enum Shape: UInt8, Sendable {
    case component
    case property
    case unparsed
  }

  /// The start of the line.
  var start: UInt32
  /// The end of the property's name.
  var nameEnd: UInt32
  /// The start of the value; for a component the start of its name.
  var valueStart: UInt32
  /// The end of the value, which for a property is the end of the line; for a component the end of its name.
  var valueEnd: UInt32
  /// For a component the end of its END line, including the line feed; else `valueEnd`.
  var textEnd: UInt32
  /// The number of the node that follows this one and its contents.
  var next: UInt32
  /// The line number in the file; 0 when there is none.
  var line: UInt32
  var shape: Shape
  /// The raw value of the `ComponentKind` or `PropertyKind`.
  var kind: UInt8

  /// Creates the node of the line `text[start..<end]` from a scan of it.
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

  /// The same line in another text, shifted by `text` bytes and `number` nodes.
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

/// The text of a component and the offsets of its lines, shared by every view into it.
///
/// The text is in canonical form: unfolded lines, each ended by one line feed. The nodes are in the order of
/// their lines, a component's node before the nodes of its contents.
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
