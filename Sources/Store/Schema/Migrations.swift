/// One step from a schema to the next; steps are only ever added at the end, never changed.
struct Migration {
  /// What it brings, for messages and tests.
  let name: String
  /// The statements that do it; the last one sets `user_version` to the step's number.
  let sql: [StaticString]
}

/// The schema's history: a store's `user_version` is the number of steps that it has behind it.
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
  ]

  /// The version that this build writes.
  static var current: Int { all.count }

  /// Brings a store from `version` to the current schema; the caller holds the transaction.
  static func run(_ database: Database, from version: Int) throws(StoreError) {
    for migration in all.dropFirst(version) {
      for sql in migration.sql { try database.execute(sql) }
    }
  }
}
