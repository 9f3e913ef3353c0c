import TestSupport

/// What `Package.swift` says about the targets, read from its text.
struct PackageManifest {
  struct Target: Equatable {
    var name: String
    var dependencies: [String]
    /// Whether the target is a test target.
    var isTest: Bool
  }

  /// In the order of the file, which is the order of the layers.
  let targets: [Target]

  static let project = PackageManifest(text: ProjectFiles.text("Package.swift") ?? "")

  init(text: String) {
    let kinds = [".target(", ".executableTarget(", ".systemLibrary(", ".testTarget("]
    var rest = text[...]
    // Products are declared before targets, in the same words for a name.
    if let range = rest.firstRange(of: "targets: [\n") { rest = rest[range.upperBound...] }
    var targets: [Target] = []
    while !rest.isEmpty {
      if let kind = kinds.first(where: { rest.hasPrefix($0) }) {
        let body = Self.balanced(rest.dropFirst(kind.count - 1))
        let name = Self.strings(Self.argument("name:", of: body)).first ?? ""
        // A condition names no target.
        let list =
          Self.argument("dependencies:", of: body)
          .split(separator: "condition:", maxSplits: 1).first ?? ""
        targets.append(Target(name: name, dependencies: Self.strings(list), isTest: kind == ".testTarget("))
        rest = rest[body.endIndex...]
      } else {
        rest = rest.dropFirst()
      }
    }
    self.targets = targets
  }

  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// A target and all that it depends on, directly or through others.
  func reachable(from name: String) -> Set<String> {
    (target(name)?.dependencies ?? []).reduce(into: [name]) { $0.formUnion(reachable(from: $1)) }
  }

  /// The text from an opening bracket to the one that closes it.
  private static func balanced(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if "([".contains(text[index]) { depth += 1 }
      if ")]".contains(text[index]) { depth -= 1 }
      if depth == 0 { return text[...index] }
    }
    return text
  }

  /// What follows a label: a bracketed list, or the text up to the next comma.
  private static func argument(_ label: String, of body: Substring) -> Substring {
    guard let range = body.firstRange(of: label) else { return "" }
    let value = body[range.upperBound...].drop { $0 == " " || $0 == "\n" }
    return value.first == "[" ? balanced(value) : value.prefix { $0 != "," }
  }

  /// The string literals in a text.
  private static func strings(_ text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
