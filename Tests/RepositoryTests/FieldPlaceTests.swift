import TestSupport
import Testing

/// What the system knows of a field stands in one row per storey.
@Suite struct FieldPlaceTests {
  /// The files that name a sample field, a plain text of events and reminders: a
  /// new such field is named in these.
  private static let places = [
    // The property of iCalendar, and what of JSCalendar it is.
    "Sources/ICalendar/Tables/PropertyKind.swift", "Sources/JSCalendar/ObjectBuilder+Places.swift",
    // The value of an item, and its row in the table of fields.
    "Sources/Model/Item.swift",
    // How two versions of it become one.
    "Sources/SyncCore/Merging/MergeTable.swift",
    // The column, its step of the schema, and the record.
    "Sources/Store/Reading/ItemRecord.swift", "Sources/Store/Schema/Schema.swift",
    // The name in the language, with its type and its help; and what is made of the grammar file.
    "Sources/QueryLanguage/Catalog/FieldCatalog.swift", "Sources/Help/GrammarForms.swift",
    // What rows have, how it is set and written, and the JSON key.
    "Sources/QueryEngine/Fields/FieldTable.swift",
  ]

  /// Where its subject is told of: providers of rooms for conferences, and the form that offers the rooms.
  private static let roomPlaces = [
    "Sources/EventKit/Conferences/EKVirtualConferenceDescriptors.swift",
    "Sources/EventKit/Conferences/EKVirtualConferenceProvider.swift",
    "Sources/EventKitUI/Forms/InterruptibleProvider.swift",
    "Sources/Forms/ConferenceProvider.swift",
    "Sources/Forms/FormReader+Rooms.swift",
    "Sources/Forms/ItemForm+Text.swift",
    "Sources/Help/ErrorCatalog+Further.swift",
    "Sources/KalendsExtensions/Conferences.swift",
    "Sources/Settings/Setting.swift",
    "Sources/Forms/ConferenceCommand.swift",
  ]

  @Test func aFieldIsNamedInOneFilePerStorey() {
    let found = Self.files { $0.lowercased().split { !$0.isLetter }.contains("conference") }
    #expect(found.sorted() == (Self.places + Self.roomPlaces).sorted())
    #expect(Self.places.count <= 9)
  }

  /// The files that name a sample statement: a new one like it is named in these, and in
  /// those that tell of its subject.
  private static let statementPlaces = [
    // The word, its node in the tree, how it is read and printed, and what may begin a statement.
    "Sources/QueryLanguage/Lexing/Keyword.swift", "Sources/QueryLanguage/Syntax/ManageSyntax.swift",
    "Sources/QueryLanguage/Parsing/Parser+Alarms.swift",
    "Sources/QueryLanguage/Printing/Printer+Manage.swift",
    "Sources/QueryLanguage/Diagnostics/Expectation.swift",
    // Where a title without quotes ends.
    "Sources/QueryLanguage/Parsing/Parser+Targets.swift",
    // Its row of facts, the way to it, and what it does.
    "Sources/Statements/Session/StatementFacts.swift", "Sources/Statements/Manage/ManageStatements.swift",
    "Sources/Statements/Alarms/AlarmStatements.swift",
    // What help says of it; and what is made of the grammar file.
    "Sources/Help/HelpText.swift", "Sources/Help/StoreWords.swift", "Sources/Help/GrammarForms.swift",
  ]
  /// Where the subject is told of: pages of help, the story of an error, the state of alarms.
  private static let subjectPlaces = [
    "Sources/Help/HelpPages.swift", "Sources/Help/HelpOverview.swift",
    "Sources/Help/ErrorCatalog+Further.swift",
    "Sources/Statements/Alarms/AlarmLook.swift", "Sources/Statements/Alarms/AlarmWatcher.swift",
    // The text of the protocol, made of its file.
    "Sources/Help/ProtocolText.swift",
  ]

  @Test func aStatementIsNamedInFewFiles() {
    #expect(
      Self.files { $0.split { !$0.isLetter }.contains("snooze") }.sorted()
        == (Self.statementPlaces + Self.subjectPlaces).sorted())
  }

  /// An output format is a case, a row, and a renderer, which knows its name by neither.
  @Test func aFormatIsNamedInTwoFiles() {
    #expect(
      Checkout.sources.filter { path in
        Checkout.code(path).contains { $0.split { !$0.isLetter }.contains("tsv") }
      }.sorted() == [
        "Sources/QueryLanguage/Catalog/Noun.swift", "Sources/Rendering/Formats.swift",
        // What the setting about its cells is for.
        "Sources/Settings/Setting.swift",
      ])
  }

  private static func files(where holds: (String) -> Bool) -> [String] {
    Checkout.sources.filter { holds(ProjectFiles.text($0) ?? "") }
  }
}
