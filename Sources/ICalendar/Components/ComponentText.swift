/// The stored form of a component: its content lines without folding, each ended by LF.
public enum ComponentText {
  /// The text of a component with its contents.
  public static func bytes(_ component: Component) -> [UInt8] { Array(component.text) }

  /// The component in such a text; nil for a text that is not exactly one component.
  ///
  /// The component and its contents share the one array, so nothing is copied, and every byte is kept.
  public static func component(_ bytes: [UInt8]) -> Component? {
    guard bytes.count < 1 << 31 else { return nil }
    var text = bytes
    if text.last != ASCII.lf { text.append(ASCII.lf) }
    guard let nodes = text.withUnsafeBufferPointer(Self.nodes(of:)) else { return nil }
    return Component(storage: ComponentStorage(text: text, nodes: nodes))
  }

  /// The nodes of a text that is one component; nil for other text.
  private static func nodes(of text: UnsafeBufferPointer<UInt8>) -> [ComponentNode]? {
    var nodes: [ComponentNode] = []
    nodes.reserveCapacity(text.count / 24 + 4)
    var open: [Int] = []
    var start = 0
    var line = 0
    while start < text.count {
      if open.isEmpty, !nodes.isEmpty { return nil }
      line += 1
      let end = text[start...].firstIndex(of: ASCII.lf) ?? text.count
      let scanned = LineScanner(text, start: start, end: end, checksBytes: false)
      var shape = ComponentNode.Shape.unparsed
      var kind: UInt8 = 0
      switch scanned.shape {
      case .begin(let component):
        shape = .component
        kind = component.rawValue
        open.append(nodes.count)
      case .end:
        guard let number = open.popLast(),
          ASCII.equal(
            text[Int(nodes[number].valueStart)..<Int(nodes[number].valueEnd)],
            text[scanned.valueStart..<scanned.valueEnd])
        else { return nil }
        nodes[number].textEnd = UInt32(end + 1)
        nodes[number].next = UInt32(nodes.count)
        start = end + 1
        continue
      case .property(let property):
        shape = .property
        kind = property.rawValue
      case .unreadable: break
      }
      if open.isEmpty { return nil }
      nodes.append(
        ComponentNode(
          scanned, start: start, end: end, next: nodes.count + 1, line: line, shape: shape, kind: kind))
      start = end + 1
    }
    return open.isEmpty && !nodes.isEmpty ? nodes : nil
  }
}
