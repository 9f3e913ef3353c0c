/// One step from a schema to the next; steps are only added at the end, and never changed.
struct Migration: Sendable {
  /// The purpose of the step, for messages and tests.
  let name: String
  /// The step's statements; the last statement of a step sets `user_version` to the step's number.
  let sql: [StaticString]
  /// Work on the existing data after `sql` and before `last`.
  var work: (@Sendable (Database, ZoneDatabase) throws(StoreError) -> Void)?
  /// The statements after `work`.
  var last: [StaticString] = []
  /// Whether all existing data stays as it was; otherwise a copy of the store is kept.
  var isAdditive = true
}

/// The format written by this build.
public enum StoreFormat {
  /// The version of Kalends, stored so that an older version can name the version it needs.
  public static let writer = "0.2.0"
  /// The number of the format; stores of lower ones are brought up to it.
  public static var current: Int { Migrations.current }
}

/// The schema's history: a store's `user_version` is the number of steps applied.
enum Migrations {
  static let all: [Migration] = [
    Migration(name: "first schema", sql: [Schema.first, "PRAGMA user_version = 1"]),
    Migration(
      name: "series by how much of them is indexed", sql: [Schema.seriesByState, "PRAGMA user_version = 2"]),
    Migration(name: "a journal that takes back", sql: [Schema.journal, "PRAGMA user_version = 3"]),
    Migration(
      name: "what waiting clients ask for", sql: [Schema.wantedAccess, "PRAGMA user_version = 4"]),
    Migration(name: "items with alarms", sql: [Schema.alarmedItems, "PRAGMA user_version = 5"]),
    Migration(name: "how dense the index is", sql: [Schema.density, "PRAGMA user_version = 6"]),
    Migration(name: "views and sets of calendars", sql: [Schema.saved, "PRAGMA user_version = 7"]),
    Migration(
      name: "zone definitions belong to what came with them, changes cost what they change",
      sql: [
        Schema.zoneDefinitions, Schema.exactChanges, Schema.overridesByTime, Schema.stepClients,
      ],
      work: { (database, zones) throws(StoreError) in
        try ZoneDefinitionMigration(database, zones).run()
        try fillStarts(database)
        // Folded text is by the full case folding of Unicode from here on.
        try FoldedText(database).refold()
      }, last: ["DROP TABLE timezone", "PRAGMA user_version = 8"], isAdditive: false),
    Migration(
      name: "views know the language that they were saved in",
      sql: [Schema.viewLanguage, "PRAGMA user_version = 9"]),
    Migration(
      name: "reminders moved from one occurrence on are derived anew",
      sql: [Schema.movedReminders, "PRAGMA user_version = 10"]),
    Migration(name: "accounts, and what their syncs know", sql: [Schema.sync, "PRAGMA user_version = 11"]),
  ]

  /// The version that this build writes.
  static var current: Int { all.count }

  /// Whether the upgrade of a store from `version` to the current schema only adds to it.
  static func isAdditive(from version: Int) -> Bool { all.dropFirst(version).allSatisfy(\.isAdditive) }

  /// Upgrades a store from `version` to the current schema; the caller holds the transaction.
  static func run(_ database: Database, from version: Int, zones: ZoneDatabase) throws(StoreError) {
    for migration in all.dropFirst(version) {
      for sql in migration.sql { try database.execute(sql) }
      try migration.work?(database, zones)
      for sql in migration.last { try database.execute(sql) }
    }
  }

  /// Stores the starts of each series' index rows.
  private static func fillStarts(_ database: Database) throws(StoreError) {
    let rows = try database.statement(
      """
      SELECT DISTINCT o.series, o.start FROM occurrence o JOIN series s ON s.item = o.series AND s.lane = o.lane
      ORDER BY o.series, o.start
      """)
    defer { database.release(rows) }
    var present: (series: Int, starts: [Int])?
    func write() throws(StoreError) {
      guard let present, let bytes = StartCoding.encode(present.starts) else { return }
      try database.with("UPDATE series SET starts = ?2 WHERE item = ?1") { (row) throws(StoreError) in
        try row.bind(1, present.series).bindBlob(2, bytes).run()
      }
    }
    while try rows.step() {
      let (series, start) = (rows.int(0), rows.int(1))
      if present?.series == series {
        present?.starts.append(start)
      } else {
        try write()
        present = (series, [start])
      }
    }
    try write()
  }
}
