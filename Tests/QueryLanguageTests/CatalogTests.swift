import QueryLanguage
import Testing

@Suite struct CatalogTests {
  @Test func everyFieldNameHasARow() {
    let listed = Set(FieldCatalog.entries.map(\.name))
    for name in FieldName.allCases { #expect(listed.contains(name), "\(name.rawValue)") }
  }

  @Test func aNounHasAFieldOnce() {
    for noun in Noun.allCases {
      for name in FieldName.allCases {
        let rows = FieldCatalog.entries.filter { $0.name == name && $0.nouns.contains(noun) }
        #expect(rows.count <= 1, "\(name.rawValue) of \(noun.rawValue)")
      }
      #expect(!FieldCatalog.queryable(noun).isEmpty)
    }
  }

  @Test func everyQueryableFieldCanBeSelectedSortedAndTested() throws {
    for noun in Noun.allCases {
      for entry in FieldCatalog.queryable(noun) {
        let name = entry.name.rawValue
        for clause in ["sort by \(name)", "select \(name)", "group by \(name)"] {
          let text = "\(noun.rawValue) \(clause)"
          #expect(throws: Never.self, "\(text)") { try parseStatement(text) }
        }
        let test = entry.type == .boolean ? name : "\(name) is not empty"
        #expect(throws: Never.self, "\(name)") { try parseStatement("\(noun.rawValue) where \(test)") }
      }
    }
  }

  @Test func everySettableFieldCanBeEmptied() throws {
    for entry in FieldCatalog.settable([.events, .reminders]) {
      #expect(throws: Never.self) { try parseStatement("edit #3 set \(entry.name.rawValue) = empty") }
    }
  }

  @Test func everyFlagIsAClauseAndACondition() throws {
    for flag in QueryFlag.allCases {
      for noun in Noun.allCases {
        let works = flag.nouns.contains(noun)
        #expect(((try? parseStatement("\(noun.rawValue) not \(flag.rawValue)")) != nil) == works)
        if works {
          #expect(throws: Never.self) { try parseStatement("\(noun.rawValue) where \(flag.rawValue)") }
        }
      }
    }
  }
}
