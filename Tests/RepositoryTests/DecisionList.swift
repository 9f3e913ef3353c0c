import TestSupport

/// The entries of `DECISIONS.md` and its index by subject.
struct DecisionList {
  /// What an entry says of another one, in the word of its heading.
  enum Relation: String, CaseIterable {
    case replaces, changes
    case replacedBy = "replaced by"
    case changedBy = "changed by"

    /// What the other entry says of this one.
    var reverse: Relation {
      switch self {
      case .replaces: .replacedBy
      case .changes: .changedBy
      case .replacedBy: .replaces
      case .changedBy: .changes
      }
    }

    /// Whether the other entry is the earlier one.
    var pointsBack: Bool { self == .replaces || self == .changes }
  }

  /// An entry: `### number title — date`, what it says of other entries, and its text.
  struct Entry {
    var number: Int
    var title: String
    var relations: [(relation: Relation, number: Int)] = []
    var hasText = false
  }

  static let heading = "### "

  private(set) var entries: [Entry] = []
  /// The numbers of each subject.
  private(set) var subjects: [(name: String, numbers: [Int])] = []
  /// What cannot be read, by line.
  private(set) var faults: [String] = []

  static let project = DecisionList(ProjectFiles.text("DECISIONS.md") ?? "")

  init(_ text: String) {
    var isIndex = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix(Self.heading) {
        isIndex = false
        do throws(Fault) {
          entries.append(try Self.entry(line.dropFirst(Self.heading.count)))
        } catch {
          faults.append("\(index + 1): \(error.what): \(line)")
        }
      } else if line.hasPrefix("## ") {
        isIndex = line == "## By subject"
      } else if isIndex, !line.isEmpty {
        readIndex(line, at: index + 1)
      } else if !line.isEmpty, !entries.isEmpty {
        // An entry of a plain list has no title and would be taken for the text of the one before it.
        let number = line.prefix { $0.isNumber }
        if !number.isEmpty, line.dropFirst(number.count).hasPrefix(". ") {
          faults.append("\(index + 1): an entry begins with \(Self.heading)number title — date: \(line)")
        }
        entries[entries.count - 1].hasText = true
      }
    }
  }

  /// Reads a line of the index: `- **Subject**: 1, 2,`, or further numbers of the same subject.
  private mutating func readIndex(_ line: Substring, at place: Int) {
    var rest = line
    if line.hasPrefix("- ") {
      guard line.hasPrefix("- **"), let end = line.firstRange(of: "**: ") else {
        faults.append("\(place): a subject is `- **Subject**: 1, 2`: \(line)")
        return
      }
      subjects.append((String(line[..<end.lowerBound].dropFirst(4)), []))
      rest = line[end.upperBound...]
    }
    for word in rest.split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard let number = Int(word), !subjects.isEmpty else {
        faults.append("\(place): \(word) is not a number of an entry")
        continue
      }
      subjects[subjects.count - 1].numbers.append(number)
    }
  }

  struct Fault: Error { let what: String }

  /// Reads what follows `### ` in a heading.
  static func entry(_ heading: Substring) throws(Fault) -> Entry {
    let digits = heading.prefix { $0.isNumber }
    guard let number = Int(digits), heading.dropFirst(digits.count).hasPrefix(" ") else {
      throw Fault(what: "there is no number")
    }
    let rest = heading.dropFirst(digits.count + 1)
    guard let dash = rest.firstRange(of: " — ") else { throw Fault(what: "there is no date after a dash") }
    let title = rest[..<dash.lowerBound]
    guard !title.isEmpty, title.first != " " else { throw Fault(what: "there is no title") }
    guard !title.contains(where: \.isNumber) else { throw Fault(what: "the title has a number in it") }
    var entry = Entry(number: number, title: String(title))
    var relation: Relation?
    let parts = rest[dash.upperBound...].split(separator: ", ", omittingEmptySubsequences: false)
    guard let date = parts.first, isDate(date) else { throw Fault(what: "the date is not YYYY-MM-DD") }
    for part in parts.dropFirst() {
      let word = Relation.allCases.first { part.hasPrefix($0.rawValue + " ") }
      relation = word ?? relation
      guard let relation, let other = Int(part.dropFirst(word.map { $0.rawValue.count + 1 } ?? 0)) else {
        throw Fault(what: "\(part) says nothing of another entry")
      }
      entry.relations.append((relation, other))
    }
    return entry
  }

  /// Whether a text is a year and a month, with a day or without.
  private static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let limits = [2026...2999, 1...12, 1...31]
    guard (2...3).contains(parts.count) else { return false }
    return zip(parts, limits).allSatisfy { part, limit in
      part.utf8.count == String(limit.upperBound).utf8.count && Int(part).map(limit.contains) == true
    }
  }
}
