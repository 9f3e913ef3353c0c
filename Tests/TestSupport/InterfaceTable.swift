/// `Tests/EventKitTests/Interface.md`, read: the public interface of Apple's frameworks, declaration by declaration.
public struct InterfaceTable: Sendable {
  /// One declaration.
  public struct Row: Hashable, Sendable, CustomStringConvertible {
    /// The module, as the heading of its part has it.
    public var module: String
    /// The type whose member it is, as the heading of its section has it; of a type itself, the type.
    public var section: String
    /// The declaration as Apple's Swift interface spells it.
    public var declaration: String
    /// Since when Apple has it, and where.
    public var apple: String
    /// `done` or `not`.
    public var state: String
    /// The test of what is done, and the reason of what is not.
    public var note: String

    /// Whether the declaration is here.
    public var isDone: Bool { state == "done" }

    /// Where it stands and what it is.
    public var description: String { "\(section): \(declaration)" }
  }

  /// A declaration in which a module differs from Apple's on purpose.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The type whose member it is; empty for what is no member.
    public var type: String
    /// The declaration as the compiler sees it, or `+ Protocol` and `- Protocol` for a conformance.
    public var declaration: String
    /// Why it differs.
    public var reason: String

    /// Creates a difference.
    public init(type: String, declaration: String, reason: String) {
      self.type = type
      self.declaration = declaration
      self.reason = reason
    }

    /// What differs.
    public var description: String { "\(type): \(declaration)" }
  }

  /// The numbers of a part or section, as the document's last table has them.
  public struct Count: Hashable, Sendable {
    /// The part and the section; the section is empty for the whole part, and both for the whole.
    public var module: String
    /// The section.
    public var section: String
    /// How many declarations it has.
    public var rows: Int
    /// How many of them are done.
    public var done: Int

    /// Creates the numbers of a section.
    public init(module: String, section: String, rows: Int, done: Int) {
      self.module = module
      self.section = section
      self.rows = rows
      self.done = done
    }
  }

  /// The heading of the parts' differences, and that of the numbers.
  private static let (differenceHeading, countHeading) = ("Where ours differs", "Rows")

  /// The document.
  public static let path = "Tests/EventKitTests/Interface.md"

  /// The rows in their order.
  public var rows: [Row] = []
  /// Where a module differs on purpose.
  public var differences: [Difference] = []
  /// The numbers at the end.
  public var counts: [Count] = []

  /// Reads the document of the checkout.
  public static func load() -> InterfaceTable { InterfaceTable(ProjectFiles.text(path) ?? "") }

  /// Reads a document.
  public init(_ text: String) {
    var (part, section) = ("", "")
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        (part, section) = (String(line.dropFirst(3)), "")
      } else if line.hasPrefix("### ") {
        section = String(line.dropFirst(4))
      } else if line.hasPrefix("| ") {
        take(Self.cells(line), part, section)
      }
    }
  }

  private mutating func take(_ cells: [String], _ part: String, _ section: String) {
    switch (part, cells.count) {
    case (Self.differenceHeading, 3) where cells[1].hasPrefix("`"):
      differences.append(
        Difference(type: Self.code(cells[0]), declaration: Self.code(cells[1]), reason: cells[2]))
    case (Self.countHeading, 5):
      guard let rows = Int(cells[2]), let done = Int(cells[3]), Int(cells[4]) == rows - done else { return }
      counts.append(Count(module: cells[0], section: cells[1], rows: rows, done: done))
    case (_, 4) where !section.isEmpty && cells[0].hasPrefix("`"):
      rows.append(
        Row(
          module: part, section: section, declaration: Self.code(cells[0]), apple: cells[1], state: cells[2],
          note: cells[3]))
    default: break
    }
  }

  /// The numbers as they follow from the rows: each section's, each part's and all.
  public var countsOfRows: [Count] {
    var result: [Count] = []
    for module in rows.map(\.module).uniqued {
      let ofModule = rows.filter { $0.module == module }
      for section in ofModule.map(\.section).uniqued {
        let ofSection = ofModule.filter { $0.section == section }
        result.append(
          Count(
            module: module, section: section, rows: ofSection.count, done: ofSection.count(where: \.isDone)))
      }
      result.append(
        Count(module: module, section: "", rows: ofModule.count, done: ofModule.count(where: \.isDone)))
    }
    return result + [Count(module: "", section: "", rows: rows.count, done: rows.count(where: \.isDone))]
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(trimmed)
  }

  /// The text of a cell without the marks of code.
  private static func code(_ cell: String) -> String { String(cell.filter { $0 != "`" }) }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension [String] {
  /// The elements in their order, each once.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
