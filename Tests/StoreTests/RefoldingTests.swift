import CivilTime
import Model
import TestSupport
import Testing

@testable import Store

/// Folded text of stores that were written when letters folded otherwise.
@Suite struct RefoldingTests {
  @Test func textAndNamesAreFoldedAnew() throws {
    let library = try Library()
    try library.take(
      calendar(
        event("1", "SUMMARY:Ο ΣΊΣΥΦΟΣ και ο σίσυφος\nDTSTART:20261118T090000Z"),
        header: "X-WR-CALNAME:Straße\r\n"))
    let store = library.store
    _ = try store.addCalendar(title: "ΟΔΌΣ", now: Library.now)
    // As an older build left it: a final sigma stayed one.
    let item = try #require(try store.numbers("SELECT id FROM item", { _ in }).first)
    try store.database.execute(
      """
      DELETE FROM word; INSERT INTO text_index(text_index) VALUES ('delete-all');
      INSERT INTO text_index(rowid, body) VALUES (1, 'ο σισυφοσ και ο σισυφος');
      INSERT INTO word(word) VALUES (CAST('σισυφος' AS BLOB)), (CAST('και' AS BLOB)), (CAST('ο' AS BLOB));
      UPDATE calendar SET folded = 'οδός';
      """)
    #expect(item == 1)
    #expect(!(try store.verify().isEmpty))
    try store.database.write { () throws(StoreError) in try FoldedText(store.database).refold() }
    #expect(try store.verify() == [])
    #expect(try store.textCandidates(Folding.searchable("σίσυφος")) == [1])
    let folded = try store.database.with("SELECT folded FROM calendar ORDER BY id") {
      (row) throws(StoreError) in
      var names: [String] = []
      while try row.step() { names.append(row.text(0)) }
      return names
    }
    #expect(folded == ["strasse", "οδόσ"])
  }

  /// Whoever opens an older store finds by the new folding, also who only reads.
  @Test func anUpgradeFoldsAnew() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.sqlite"
    try write(try #require(ProjectFiles.bytes("Tests/StoreTests/Data/schema-7.sqlite")), to: path)
    do {
      let old = try Database(path: path, mode: .write)
      try old.execute(
        """
        UPDATE item SET location = 'ΟΔΌΣ' WHERE title = 'First town'; UPDATE calendar SET folded = 'x' || id;
        DELETE FROM word; INSERT INTO text_index(text_index) VALUES ('delete-all');
        """)
    }
    let store = try CalendarStore(path: path, access: .read, zones: zones)
    #expect(try store.textCandidates(Folding.searchable("οδος"))?.count == 1)
    #expect(try store.textCandidates(Folding.searchable("Berlin edited"))?.count == 1)
    let folded = try store.database.number("SELECT count(*) FROM calendar WHERE folded = lower(title)")
    #expect(try store.calendars().count == folded)
  }

  /// Of ASCII alone nothing is written.
  @Test func plainTextIsLeftAsItIs() throws {
    let library = try Library()
    try library.take(calendar(event("1", "SUMMARY:Plain\nDTSTART:20261118T090000Z")))
    let database = library.store.database
    let statements = try database.recording { try FoldedText(database).refold() }
    #expect(!statements.contains { "\($0.text)".contains("text_index") })
  }
}
