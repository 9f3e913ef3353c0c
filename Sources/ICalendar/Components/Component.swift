/// One entry of a component; entries keep the order of the file.
public enum ComponentEntry: Hashable, Sendable {
  /// A property.
  case property(Property)
  /// A line that is not a property, kept unchanged.
  case unreadable(ArraySlice<UInt8>)
  /// A component inside this one.
  case component(Component)
}

/// A calendar component such as VEVENT: properties and components in the order of the file (RFC 5545, 3.6).
///
/// A component is a value that shares one text with its contents. Two components are equal when their
/// unfolded texts are equal: the same properties, parameters, values and order.
public struct Component: Hashable, Sendable {
  let storage: ComponentStorage
  let index: Int

  init(storage: ComponentStorage, index: Int = 0) {
    self.storage = storage
    self.index = index
  }

  /// Creates a component from its name and entries; drops characters that a name cannot have.
  public init(name: String, entries: [ComponentEntry] = []) {
    var assembler = ComponentAssembler()
    let bytes = name.utf8.filter(ASCII.isNameByte)
    assembler.open(name: bytes.isEmpty ? Array("X".utf8) : bytes)
    for entry in entries {
      switch entry {
      case .property(let property): assembler.append(line: property.line)
      case .unreadable(let line): assembler.append(line: line)
      case .component(let component): assembler.append(component)
      }
    }
    assembler.closeWithoutEnd()
    self = assembler.take()
  }

  private var node: ComponentNode { storage.nodes[index] }

  /// The kind of component.
  public var kind: ComponentKind { ComponentKind(rawValue: node.kind) ?? .other }

  /// The name in upper case.
  public var name: String {
    let kind = kind
    guard kind == .other else { return kind.name }
    let node = node
    return storage.withBytes(node.valueStart, node.valueEnd, ASCII.uppercased)
  }

  /// The text: unfolded content lines from BEGIN to END, each ended by LF.
  ///
  /// The store keeps this text; `ComponentText` reads it again.
  public var text: ArraySlice<UInt8> {
    let node = node
    return storage.slice(node.start, node.textEnd)
  }

  /// The entries in order.
  public var entries: [ComponentEntry] {
    var result: [ComponentEntry] = []
    forEachNode { node, number in
      switch node.shape {
      case .property: result.append(.property(Property(storage: storage, index: number)))
      case .component: result.append(.component(Component(storage: storage, index: number)))
      case .unparsed: result.append(.unreadable(storage.slice(node.start, node.valueEnd)))
      }
      return true
    }
    return result
  }

  /// The properties in order.
  public var properties: [Property] {
    var result: [Property] = []
    result.reserveCapacity(storage.nodes.count)
    forEachNode { node, number in
      if node.shape == .property { result.append(Property(storage: storage, index: number)) }
      return true
    }
    return result
  }

  /// The components directly inside, in order.
  public var components: [Component] {
    var result: [Component] = []
    forEachNode { node, number in
      if node.shape == .component { result.append(Component(storage: storage, index: number)) }
      return true
    }
    return result
  }

  /// The first property with that name, ignoring case; nil when there is none.
  public func property(_ name: StaticString) -> Property? {
    firstProperty { node in storage.withBytes(node.start, node.nameEnd) { ASCII.equal($0, name) } }
  }

  /// The first property of a kind; nil when there is none.
  public func property(_ kind: PropertyKind) -> Property? { firstProperty { $0.kind == kind.rawValue } }

  private func firstProperty(_ isWanted: (ComponentNode) -> Bool) -> Property? {
    var found: Property?
    forEachNode { node, number in
      guard node.shape == .property, isWanted(node) else { return true }
      found = Property(storage: storage, index: number)
      return false
    }
    return found
  }

  /// All properties with that name, ignoring case.
  public func properties(_ name: StaticString) -> [Property] { properties.filter { $0.isNamed(name) } }

  /// Visits the direct contents of the component until `body` returns false.
  private func forEachNode(_ body: (ComponentNode, Int) -> Bool) {
    storage.nodes.withUnsafeBufferPointer { nodes in
      var number = index + 1
      let end = Int(nodes[index].next)
      while number < end {
        if !body(nodes[number], number) { return }
        number = Int(nodes[number].next)
      }
    }
  }

  /// Compares the unfolded texts.
  public static func == (a: Component, b: Component) -> Bool { a.text == b.text }

  /// Hashes the unfolded text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
