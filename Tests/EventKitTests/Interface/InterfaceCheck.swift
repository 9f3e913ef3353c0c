import TestSupport

/// Compares the table of the interface with what a module makes public.
struct InterfaceCheck {
  var rows: [InterfaceTable.Row]
  var differences: [InterfaceTable.Difference]
  var graph: SymbolGraph

  /// What is not as the table says: rows without their declaration, public declarations without a row.
  var faults: [String] { missing + surplus + idle + closed }

  // MARK: What the table has

  /// The sections that are no types.
  private static let topLevel = "Type aliases and global constants"

  /// Rows marked done whose declaration is not there as it is spelled, and rows not done whose declaration is.
  private var missing: [String] {
    rows.filter { $0.isCompared && isThere($0) != $0.isDone }.map { row in
      row.isDone ? "\(row) is not there so" : "\(row) is there, and not marked done"
    }
  }

  /// Whether the declaration of a row is there as it is spelled.
  func isThere(_ row: InterfaceTable.Row) -> Bool {
    let conformances = graph.conformances[row.section] ?? []
    switch Declaration.Form(row.declaration) {
    case .type(let head, let inherits):
      return graph.symbols.contains { $0.path == row.section && $0.declaration == head }
        && inherits.allSatisfy { isMade($0, conformances, row.section) }
    case .conformance(let name): return conformances.contains(name)
    case .condition(let text):
      return graph.symbols.contains { $0.container == row.section && $0.condition == text }
    case .member(let declaration):
      let container = row.section == Self.topLevel ? "" : row.section
      return graph.symbols.contains { $0.container == container && $0.declaration == declaration }
    }
  }

  /// Whether a type inherits a name; the type of an enumeration's values shows in its initializer.
  private func isMade(_ name: String, _ conformances: Set<String>, _ type: String) -> Bool {
    conformances.contains(name)
      || graph.symbols.contains { $0.container == type && $0.declaration == "init?(rawValue: \(name))" }
      || differences.contains { $0.type == type && $0.declaration == "- \(name)" }
  }

  // MARK: What the module has

  /// Members that protocols of a type's row ask for.
  private static let required: Set<String> = [
    "var rawValue: Int { get }", "var rawValue: UInt { get }", "func hash(into hasher: inout Hasher)",
    "func copy(with zone: NSZone? = nil) -> Any", "func encode(with coder: NSCoder)",
    "static var supportsSecureCoding: Bool { get }",
  ]

  /// Conformances that come with others, or with being a class, an enumeration or a set.
  private static let implied: Set<String> = [
    "Equatable", "Hashable", "RawRepresentable", "SendableMetatype", "BitwiseCopyable", "SetAlgebra",
    "ExpressibleByArrayLiteral", "CustomStringConvertible", "CustomDebugStringConvertible", "CVarArg",
    "NSObjectProtocol", "NSCoding", "Copyable", "Escapable",
  ]

  /// Public declarations and conformances that no row has.
  private var surplus: [String] {
    let declared = Set(rows.map { "\($0.section == Self.topLevel ? "" : $0.section): \(Self.member($0))" })
    let members = graph.symbols.filter { symbol in
      !symbol.isSynthesized && !symbol.isOverride && !Self.required.contains(symbol.declaration)
        && !declared.contains("\(symbol.container): \(symbol.declaration)")
        && !declared.contains("\(symbol.path): \(symbol.declaration)") && !isAllowed(symbol)
    }
    let conformances = graph.conformances.sorted { $0.key < $1.key }.flatMap { type, names in
      names.sorted().filter { name in
        !Self.implied.contains(name) && !isNamed(name, of: type) && !isAllowed("+ \(name)", of: type)
          && !(name == "Sendable" && isOfMainActor(type))
      }.map { "\(type) : \($0)" }
    }
    return members.map { "\($0.container): \($0.declaration) stands in no row" }
      + conformances.map { "\($0) stands in no row" }
  }

  /// Whether the main actor alone may use a type, which is `Sendable` by that.
  private func isOfMainActor(_ type: String) -> Bool {
    graph.symbols.contains { $0.path == type && $0.isOfMainActor }
  }

  private static func member(_ row: InterfaceTable.Row) -> String {
    switch Declaration.Form(row.declaration) {
    case .type(let head, _): head
    case .member(let text): text
    case .conformance, .condition: ""
    }
  }

  private func isNamed(_ name: String, of type: String) -> Bool {
    rows.contains { row in
      guard row.section == type else { return false }
      switch Declaration.Form(row.declaration) {
      case .type(_, let inherits): return inherits.contains(name)
      case .conformance(let conformance): return conformance == name
      case .member, .condition: return false
      }
    }
  }

  /// Whether the module has more on purpose: the declaration itself, or the type that it stands in.
  private func isAllowed(_ symbol: SymbolGraph.Symbol) -> Bool {
    differences.contains { difference in
      difference.type == symbol.container && difference.normal == symbol.declaration
        || difference.holds(symbol.path)
    }
  }

  private func isAllowed(_ conformance: String, of type: String) -> Bool {
    differences.contains { $0.type == type && $0.declaration == conformance || $0.holds(type) }
  }

  // MARK: What can be overridden

  /// Members of classes open to subclasses that these cannot override, as they could Apple's.
  private var closed: [String] {
    let classes = Set(graph.symbols.filter { $0.isOpen && $0.declaration.hasPrefix("class ") }.map(\.path))
    return graph.symbols.filter { symbol in
      symbol.isOverridable && !symbol.isOpen && !symbol.isOverride && !symbol.isSynthesized
        && classes.contains(symbol.container) && !isAllowed(symbol)
    }.map { "\($0.container): \($0.declaration) cannot be overridden" }
  }

  // MARK: Differences

  /// Differences that are none.
  private var idle: [String] {
    differences.filter { difference in
      let conformances = graph.conformances[difference.type] ?? []
      if difference.declaration.hasPrefix("+ ") {
        return !conformances.contains(String(difference.declaration.dropFirst(2)))
      }
      if difference.declaration.hasPrefix("- ") {
        return conformances.contains(String(difference.declaration.dropFirst(2)))
      }
      return !graph.symbols.contains {
        $0.container == difference.type && $0.declaration == difference.normal
      }
    }.map { "\($0) is no difference" }
  }
}

extension InterfaceTable.Row {
  /// Whether the compiler's list can have it: not what another module declares, nor names with an underscore.
  var isCompared: Bool { !apple.hasPrefix("inherited") && !declaration.contains("(_ns") }
}

extension InterfaceTable.Difference {
  fileprivate var normal: String { Declaration.normal(declaration) }

  /// Whether it is a type of ours, and a path is that of the type or of something in it.
  fileprivate func holds(_ path: String) -> Bool {
    guard case .type(let head, _) = Declaration.Form(normal) else { return false }
    let name = head.drop { $0 != " " }.dropFirst()
    let own = type.isEmpty ? String(name) : "\(type).\(name)"
    return path == own || path.hasPrefix(own + ".")
  }
}
