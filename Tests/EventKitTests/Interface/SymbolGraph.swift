import Foundation
import TestSupport

/// What a module makes public, as the compiler sees it.
struct SymbolGraph: Sendable {
  /// A public declaration.
  struct Symbol: Hashable, Sendable {
    /// The type whose member it is, with the types around it; empty for what is no member.
    var container: String
    /// The type itself, for a declaration of a type; else the name.
    var path: String
    /// The declaration without attributes and without what concerns subclasses alone.
    var declaration: String
    /// The condition of the extension that it stands in, such as `Self == Int`.
    var condition = ""
    /// Whether the main actor alone may use it.
    var isOfMainActor = false
    /// Whether it overrides what a superclass declares.
    var isOverride = false
    /// Whether the compiler made it.
    var isSynthesized = false
    /// Whether programs may override or inherit from it.
    var isOpen = false
    /// Whether it is a member that a subclass could override: an instance's or a class's method or property.
    var isOverridable = false
  }

  var symbols: [Symbol] = []
  /// The protocols and the superclass of each type.
  var conformances: [String: Set<String>] = [:]

  /// Reads what `swift-symbolgraph-extract` prints of a module that was built with the tests.
  static func load(_ module: String) throws -> SymbolGraph {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = [
      "-module-name", module, "-target", try Toolchain.target(), "-output-dir", folder.path,
      "-minimum-access-level", "public", "-omit-extension-block-symbols",
    ]
    _ = try Toolchain.run("swift-symbolgraph-extract", arguments + BuildFolder.imports)
    var graph = SymbolGraph()
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file == module + ".symbols.json" || file.hasPrefix(module + "@") {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      graph.take(try JSONDecoder().decode(GraphFile.self, from: data))
    }
    return graph
  }

  private mutating func take(_ file: GraphFile) {
    let paths = Dictionary(
      file.symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
      uniquingKeysWith: { first, _ in first })
    var overrides: Set<String> = []
    for relation in file.relationships {
      switch relation.kind {
      case "overrides": overrides.insert(relation.source)
      case "conformsTo", "inheritsFrom":
        let target = relation.targetFallback.map { $0.drop { $0 != "." }.dropFirst() }.map(String.init)
        guard let type = paths[relation.source], let name = paths[relation.target] ?? target else { continue }
        conformances[type, default: []].insert(name)
      default: break
      }
    }
    symbols += file.symbols.map { symbol in
      let text = symbol.declarationFragments.map(\.spelling).joined()
      return Symbol(
        container: symbol.pathComponents.dropLast().joined(separator: "."),
        path: symbol.pathComponents.joined(separator: "."),
        declaration: Declaration.normal(text),
        condition: symbol.swiftExtension?.condition ?? "",
        isOfMainActor: text.hasPrefix("@MainActor "),
        isOverride: overrides.contains(symbol.identifier.precise),
        isSynthesized: symbol.identifier.precise.contains("::SYNTHESIZED::"),
        isOpen: symbol.accessLevel == "open",
        isOverridable: ["swift.method", "swift.property"].contains(symbol.kind.identifier)
          || symbol.kind.identifier.hasPrefix("swift.type.") && text.contains("class "))
    }
  }
}

/// The format of a file of `swift-symbolgraph-extract`, as far as it is read.
private struct GraphFile: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    struct Extension: Decodable {
      struct Constraint: Decodable { let kind, lhs, rhs: String }
      let constraints: [Constraint]?

      var condition: String {
        (constraints ?? []).map { $0.lhs + ($0.kind == "sameType" ? " == " : " : ") + $0.rhs }
          .joined(separator: ", ")
      }
    }
    struct Kind: Decodable { let identifier: String }
    let identifier: Identifier
    let kind: Kind
    let accessLevel: String
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftExtension: Extension?
  }
  struct Relationship: Decodable {
    let kind, source, target: String
    let targetFallback: String?
  }
  let symbols: [Symbol]
  let relationships: [Relationship]
}
