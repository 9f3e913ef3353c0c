import QueryLanguage

extension HelpTopics {
  /// Returns the help about a field, for each noun that has it, or about a part of a date, as
  /// `start.weekday`.
  package static func fields(_ word: String) -> [HelpSection] {
    let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
    if FieldName(rawValue: word) == nil, parts.count == 2, let part = DatePart(rawValue: parts[1]) {
      let entry = FieldCatalog.entries.first { $0.name.rawValue == parts[0] && $0.type == .date }
      return entry.map { [partSection($0, part)] } ?? []
    }
    return FieldCatalog.entries.filter { $0.name.rawValue == word }.map(section)
  }

  private static func section(_ entry: FieldEntry) -> HelpSection {
    let nouns = Noun.allCases.filter { entry.nouns.contains($0) }
    return HelpSection(
      heading: "\(entry.name.rawValue), a field of \(list(nouns))", meaning: [entry.help],
      forms: forms(entry), example: example(entry, of: nouns.first ?? .events))
  }

  private static func partSection(_ entry: FieldEntry, _ part: DatePart) -> HelpSection {
    let noun = Noun.allCases.first { entry.nouns.contains($0) } ?? .events
    let name = entry.name.rawValue + "." + part.rawValue
    return HelpSection(
      heading: "\(name), a part of a date", meaning: ["in the zone of the query"],
      forms: ["where \(name) =|!=|<|<=|>|>= VALUE"],
      example: "\(noun.rawValue) where \(name) = \(sample(part))")
  }

  private static func sample(_ part: DatePart) -> String {
    switch part {
    case .date: "2026-11-24"
    case .time: "09:30"
    case .weekday: "friday"
    case .day: "24"
    case .week: "48"
    case .month: "november"
    case .year: "2026"
    case .hour: "9"
    }
  }

  // MARK: Forms

  private static func forms(_ entry: FieldEntry) -> [String] {
    let name = entry.name.rawValue
    var forms: [String] = []
    if entry.isQueryable, entry.type == .boolean { forms.append("where [not] \(name)") }
    if entry.isQueryable, entry.type != .boolean {
      forms.append("where \(name) " + Expectation.comparison(entry.type).words.joined(separator: " | "))
    }
    if entry.type == .date {
      forms.append("\(name).\(DatePart.allCases.map(\.rawValue).joined(separator: "|"))")
    }
    if !entry.choices.isEmpty { forms.append("its values: " + entry.choices.joined(separator: ", ")) }
    if entry.isSettable { forms.append("edit … set \(name) = VALUE") }
    return forms
  }

  private static func example(_ entry: FieldEntry, of noun: Noun) -> String {
    guard entry.isQueryable else { return "edit last set \(entry.name.rawValue) = \(structure(entry.name))" }
    return "\(noun.rawValue) where \(entry.name.rawValue)" + test(entry)
  }

  /// Returns a condition that fits the field's type.
  private static func test(_ entry: FieldEntry) -> String {
    if let choice = entry.choices.first { return " = \(choice)" }
    switch (entry.type, entry.name) {
    case (.boolean, _): return ""
    case (.text, .id), (.text, .uid): return " = \"7kq2m9\""
    case (.text, _): return " contains review"
    case (.date, _): return " before 2026-12-24"
    case (.number(.duration), _): return " > 30m"
    case (.number, _): return " > 2"
    case (_, .zone): return " = \"Europe/Oslo\""
    case (_, .source): return " = Local"
    case (_, _): return " = Work"
    }
  }

  /// Returns a value of a field that only `edit` can name.
  private static func structure(_ name: FieldName) -> String {
    switch name {
    case .alarms: "-15m"
    case .repeat: "every 2 weeks"
    case .exceptions: "2026-12-24"
    default: "\"ann@example.org\""
    }
  }
}
