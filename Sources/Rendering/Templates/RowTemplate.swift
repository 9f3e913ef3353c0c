import Changes

/// A template of lines for the rows of one question: each name in it is a field, a column or a word.
///
/// It is made once for an answer, before the first row.
package struct RowTemplate: Sendable {
  /// The content of a placeholder.
  enum Source: Sendable {
    case field(FieldName, DatePart?)
    /// A field of the second event of a conflict.
    case other(FieldName, DatePart?)
    /// A column of `select` or `group by`, by its index.
    case column(Int)
    case word(TemplateWord)
  }

  /// The values that a pattern can write.
  private enum Kind { case date, length, other }

  enum Part: Sendable {
    case text(String)
    case field(Source, LineTemplate.Placeholder)
  }

  let parts: [Part]

  /// Finds what each name means for the rows of a question; throws for the first that means nothing.
  package init(_ template: LineTemplate, of query: BoundQuery) throws(TemplateError) {
    var parts: [Part] = []
    for part in template.parts {
      switch part {
      case .text(let text): parts.append(.text(text))
      case .field(let field):
        guard let (source, kind) = Self.meaning(of: field.name, query) else {
          throw TemplateError(
            .unknownField(field.name, owner: Self.owner(query), fields: Self.names(query)),
            at: field.nameRange, in: template.text)
        }
        try Self.check(field, kind, template)
        parts.append(.field(source, field))
      }
    }
    self.parts = parts
  }

  private static func check(
    _ field: LineTemplate.Placeholder, _ kind: Kind, _ template: LineTemplate
  ) throws(TemplateError) {
    guard let pattern = field.pattern else { return }
    switch kind {
    case .date: return
    case .length:
      guard let letter = pattern.letters.first(where: { $0.unit == nil }) else { return }
      throw TemplateError(
        .badLetter("%\(letter.rawValue)", isOfLength: true), at: field.layoutRange, in: template.text)
    case .other:
      throw TemplateError(.patternOfOther(field: field.name), at: field.layoutRange, in: template.text)
    }
  }

  // MARK: Names

  private static func meaning(of name: String, _ query: BoundQuery) -> (Source, Kind)? {
    switch query.shape {
    case .selected(let columns), .groups(_, let columns):
      let index =
        columns.firstIndex { $0.name == name }
        ?? columns.firstIndex { $0.name.lowercased() == name.lowercased() }
      return index.map { (.column($0), kind(columns[$0].content, of: query.noun)) }
    case .rows, .days: break
    }
    for noun in nouns(query) {
      if let (field, part) = field(name, of: noun) {
        return (.field(field, part), kind(.field(field, part), of: noun))
      }
      let prefix = name.prefix(other.count)
      if noun == .conflicts, prefix.lowercased() == other,
        let (field, part) = field(String(name.dropFirst(other.count)), of: .events)
      {
        return (.other(field, part), kind(.field(field, part), of: .events))
      }
    }
    guard let word = TemplateWord(written: name), word.isOf(query.noun) else { return nil }
    return (.word(word), word.isDate ? .date : .other)
  }

  /// The beginning of the name of a field of the second event of a conflict.
  package static let other = "other."

  /// A field of a noun, or a part of one of its dates.
  private static func field(_ name: String, of noun: Noun) -> (FieldName, DatePart?)? {
    if let field = FieldCatalog.field(spelled: name, of: noun) {
      return fieldNames(of: noun).contains(field) ? (field, nil) : nil
    }
    guard let dot = name.lastIndex(of: "."),
      let part = DatePart(rawValue: name[name.index(after: dot)...].lowercased()),
      let field = FieldCatalog.field(spelled: String(name[..<dot]), of: noun),
      FieldCatalog.entry(field, of: noun)?.type == .date
    else { return nil }
    return (field, part)
  }

  private static func kind(_ content: ColumnContent, of noun: Noun) -> Kind {
    switch content {
    case .field(let field, nil), .aggregate(.function(_, let field)):
      switch FieldCatalog.entry(field, of: noun)?.type {
      case .date: .date
      case .number(.duration): .length
      case .text, .number, .choice, .boolean, .structure, nil: .other
      }
    case .field(_, .date), .bucket(.day): .date
    case .field, .bucket, .aggregate(.count): .other
    }
  }

  /// The nouns whose fields the rows have: days have events and reminders.
  private static func nouns(_ query: BoundQuery) -> [Noun] {
    query.shape == .days ? [.events, .reminders] : [query.noun]
  }

  private static func owner(_ query: BoundQuery) -> String {
    switch query.shape {
    case .selected, .groups: "the columns"
    case .days: "events and reminders"
    case .rows: query.slots == nil ? query.noun.rawValue : "stretches of free time"
    }
  }

  /// All names that the rows of a question have, but for parts of dates.
  private static func names(_ query: BoundQuery) -> [String] {
    switch query.shape {
    case .selected(let columns), .groups(_, let columns): return columns.map(\.name)
    case .rows, .days:
      var seen: Set<String> = []
      let fields = nouns(query).flatMap { fieldNames(of: $0).map(\.rawValue) }
      let words = TemplateWord.allCases.filter { $0.isOf(query.noun) }.map(\.rawValue)
      let others = query.noun == .conflicts ? [other + "title"] : []
      return (fields + words + others).filter { seen.insert($0).inserted }
    }
  }

  /// The fields that lines of a noun can have: those of questions, and lists that have a text.
  package static func fieldNames(of noun: Noun) -> [FieldName] {
    FieldCatalog.entries.filter { entry in
      entry.nouns.contains(noun) && (entry.isQueryable || entry.name != .alarms)
    }.map(\.name)
  }
}
