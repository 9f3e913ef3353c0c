/// A component as the store keeps it: its content lines without folding, each ended by LF.
public enum ComponentText {
  /// The text of a component with everything in it.
  public static func bytes(_ component: Component) -> [UInt8] {
    var result: [UInt8] = []
    append(component, to: &result)
    return result
  }

  private static func append(_ component: Component, to bytes: inout [UInt8]) {
    append("BEGIN:", component.name, to: &bytes)
    for entry in component.entries {
      switch entry {
      case .property(let property):
        bytes.append(contentsOf: property.line)
        bytes.append(10)
      case .unreadable(let line):
        bytes.append(contentsOf: line)
        bytes.append(10)
      case .component(let inner): append(inner, to: &bytes)
      }
    }
    append("END:", component.name, to: &bytes)
  }

  private static func append(_ word: StaticString, _ name: String, to bytes: inout [UInt8]) {
    word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: name.utf8)
    bytes.append(10)
  }

  /// The component that such a text holds; nil for other text.
  ///
  /// All properties share the one array, so nothing is copied.
  public static func component(_ bytes: [UInt8]) -> Component? {
    var stack: [Component] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      if let name = CalendarStream.boundary(line, "BEGIN") {
        stack.append(Component(name: name))
      } else if stack.isEmpty {
        return nil
      } else if CalendarStream.boundary(line, "END") != nil {
        let finished = stack.removeLast()
        if stack.isEmpty { return finished }
        stack[stack.count - 1].entries.append(.component(finished))
      } else {
        let entry = Property(line: line).map { ComponentEntry.property($0) } ?? .unreadable(line)
        stack[stack.count - 1].entries.append(entry)
      }
    }
    return nil
  }
}
