/// Builds one component from its lines: the growing text, its nodes, and the open components.
struct ComponentAssembler {
  /// The canonical text so far; the line being examined is at its end, without a line feed.
  var text: [UInt8] = []
  private(set) var nodes: [ComponentNode] = []
  /// The numbers of the open components' nodes, the outermost first.
  private(set) var open: [Int] = []

  var isEmpty: Bool { open.isEmpty }

  /// The kind of the outermost component.
  var rootKind: ComponentKind { open.first.map { kind(ofNode: $0) } ?? .other }

  func kind(ofNode number: Int) -> ComponentKind { ComponentKind(rawValue: nodes[number].kind) ?? .other }

  /// The level of the outermost open component of a top-level kind, inside which no other top-level
  /// component can be; nil when there is none.
  var topLevel: Int? { open.firstIndex { kind(ofNode: $0).isTopLevel } }

  /// The name of the open component at a level of `open`, in upper case.
  func title(at level: Int) -> String {
    name(at: level).withUnsafeBufferPointer(ASCII.uppercased)
  }

  /// The name of the open component at a level of `open`.
  func name(at level: Int) -> ArraySlice<UInt8> {
    let node = nodes[open[level]]
    return text[Int(node.valueStart)..<Int(node.valueEnd)]
  }

  /// The line where the outermost component begins.
  var rootLine: Int { nodes.first.map { Int($0.line) } ?? 0 }

  /// The level of the innermost open component with a name; nil when there is none.
  func level(ofName name: ArraySlice<UInt8>) -> Int? {
    open.indices.last { ASCII.equal(self.name(at: $0), name) }
  }

  /// Adds the last line of the text, which begins at `start`, as a BEGIN, property or unreadable line.
  mutating func add(_ scanned: LineScanner, start: Int, line: Int) {
    let end = text.count
    let shape: ComponentNode.Shape
    let kind: UInt8
    switch scanned.shape {
    case .begin(let component):
      shape = .component
      kind = component.rawValue
      open.append(nodes.count)
    case .property(let property):
      shape = .property
      kind = property.rawValue
    case .end, .unreadable:
      shape = .unparsed
      kind = 0
    }
    nodes.append(
      ComponentNode(
        scanned, start: start, end: end, next: nodes.count + 1, line: line, shape: shape, kind: kind))
    text.append(ASCII.lf)
  }

  /// Opens a component with a name.
  mutating func open(name: [UInt8]) {
    let start = text.count
    text += Array("BEGIN:".utf8) + name
    add(scan(from: start), start: start, line: 0)
  }

  /// Appends a line from elsewhere; a BEGIN or END line counts as unreadable.
  mutating func append(line: some Sequence<UInt8>) {
    let start = text.count
    text += line
    var scanned = scan(from: start)
    switch scanned.shape {
    case .begin, .end: scanned.shape = .unreadable
    case .property, .unreadable: break
    }
    add(scanned, start: start, line: 0)
  }

  private func scan(from start: Int) -> LineScanner {
    text.withUnsafeBufferPointer { LineScanner($0, start: start, end: $0.count, checksBytes: false) }
  }

  /// Returns the property that is the whole text, and resets the assembler.
  mutating func takeProperty(_ scanned: LineScanner, line: Int) -> Property {
    add(scanned, start: 0, line: line)
    defer { reset() }
    return Property(storage: ComponentStorage(text: text, nodes: nodes), index: 0)
  }

  /// Closes the innermost component with the END line at the end of the text.
  mutating func close() {
    text.append(ASCII.lf)
    let number = open.removeLast()
    nodes[number].textEnd = UInt32(text.count)
    nodes[number].next = UInt32(nodes.count)
  }

  /// Closes the innermost component and writes its missing END line.
  mutating func closeWithoutEnd() {
    let node = nodes[open[open.count - 1]]
    text += Array("END:".utf8)
    text += text[Int(node.valueStart)..<Int(node.valueEnd)]
    close()
  }

  /// Appends a component with its contents, unchanged.
  mutating func append(_ component: Component) {
    let storage = component.storage
    let root = storage.nodes[component.index]
    let text = Int(self.text.count) - Int(root.start)
    let number = nodes.count - component.index
    self.text += component.text
    for node in storage.nodes[component.index..<Int(root.next)] {
      nodes.append(node.moved(text: text, number: number))
    }
  }

  /// Returns the finished component and resets the assembler.
  mutating func take() -> Component {
    let component = Component(storage: ComponentStorage(text: text, nodes: nodes))
    reset()
    return component
  }

  /// Clears the assembler and reserves room for a component of usual size.
  mutating func reset() {
    text = []
    text.reserveCapacity(512)
    nodes = []
    nodes.reserveCapacity(24)
    open.removeAll(keepingCapacity: true)
  }
}
