extension CalendarStore {
  /// Checks the file, and compares all derived data with a rebuild from the items; returns the differences.
  ///
  /// Nothing is changed: the rebuild is rolled back, and for a store opened to read it runs on a copy in
  /// memory.
  public func verify(
    policy: IndexingPolicy = .standard, now: Instant? = nil
  ) throws(StoreError) -> [String] {
    if !access.writes {
      let findings = try faultsOfTheFile()
      // A copy of a damaged file would be damaged too, or fail.
      if !findings.isEmpty { return findings }
      return try copyInMemory().verify(policy: policy, now: now)
    }
    var findings = try faultsOfTheFile()
    findings += try lines(
      "SELECT 'item ' || id || ' has no text' FROM item WHERE id NOT IN (SELECT item FROM item_text)")
    findings += try lines(
      "SELECT 'the text of item ' || item || ' has no item' FROM item_text WHERE item NOT IN (SELECT id FROM item)"
    )
    let moment: Instant
    if let now { moment = now } else { moment = try lastStep() }
    // For a contentless index, FTS5 can check only the index's own structure.
    try database.withLongSteps { () throws(StoreError) in
      try database.execute("INSERT INTO text_index(text_index) VALUES ('integrity-check')")
    }
    let before = try derivedLines()
    let windows = try materializedWindows()
    let words = Set(try lines(Self.words))
    let after: (lines: [String], words: [String])
    do throws(StoreError) {
      after = try write(keeping: false) { () throws(StoreError) in
        // The number of lazily expanded series at the time of each write is unknown, so their materialized
        // intervals are kept.
        try rebuild(Deriver(policy: policy, now: moment, windows: windows, crowd: Int.max))
        return (lines: try derivedLines(), words: try lines(Self.words))
      }
    } catch {
      guard error.code == .zoneMissing else { throw error }
      // The places of items in unknown zones cannot be computed.
      return findings + [error.message + ": the index was not compared with the items"]
    }
    findings += try difference(before, after.lines)
    findings += after.words.filter { !words.contains($0) }.map { "the text index lacks the word \($0)" }
    return findings
  }

  /// What SQLite finds wrong in the file; it reads a whole tree in one step.
  private func faultsOfTheFile() throws(StoreError) -> [String] {
    try database.withLongSteps { () throws(StoreError) in
      try lines("PRAGMA integrity_check").filter { $0 != "ok" }
    }
  }

  private func lastStep() throws(StoreError) -> Instant {
    Instant(seconds: try database.number("SELECT coalesce(max(time), 0) FROM step"))
  }

  /// The stored materialized interval of each partly materialized series.
  private func materializedWindows() throws(StoreError) -> [Int: Range<Int>] {
    try database.with("SELECT item, indexed_from, indexed_to FROM series WHERE state = 1") {
      (row) throws(StoreError) in
      var result: [Int: Range<Int>] = [:]
      while try row.step() {
        if row.int(1) <= row.int(2) { result[row.int(0)] = row.int(1)..<row.int(2) }
      }
      return result
    }
  }

  private static let words: SQL = "SELECT CAST(word AS TEXT) FROM word"

  private func lines(_ sql: SQL) throws(StoreError) -> [String] {
    try database.with(sql) { (row) throws(StoreError) in
      var result: [String] = []
      while try row.step() { result.append(row.text(0)) }
      return result
    }
  }

  private func derivedLines() throws(StoreError) -> [String] {
    var result: [String] = []
    let tables: [SQL] = [
      """
      SELECT 'occurrence ' || json_array(lane, start, series, key, length, item, calendar, flags) FROM occurrence
      """,
      """
      SELECT 'series ' || json_array(item, lane, calendar, first, last, state, indexed_from, indexed_to, hex(plan),
        hex(starts))
      FROM series
      """,
      "SELECT 'tally ' || json_array(subject, a, b, rows) FROM tally WHERE rows <> 0",
      "SELECT 'density ' || json_array(lane, stretch, calendar, rows, seconds, singles) FROM density WHERE rows <> 0",
      """
      SELECT 'item ' || json_array(id, master, key, first_axis, first_start, first_end, first_key, first_item)
      FROM item
      """,
    ]
    for sql in tables { result += try lines(sql) }
    guard let sorted = result.sorted(until: stopSignal, by: <) else { throw StoreError(.interrupted, path) }
    return sorted
  }

  /// The lines that only one of two sorted lists contains.
  private func difference(_ before: [String], _ after: [String]) throws(StoreError) -> [String] {
    var looks = StopLooks(stopSignal)
    var (tooMuch, missing): ([String], [String]) = ([], [])
    var (old, new) = (before.startIndex, after.startIndex)
    while old < before.endIndex || new < after.endIndex {
      if looks.step() { throw StoreError(.interrupted, path) }
      if new == after.endIndex || (old < before.endIndex && before[old] < after[new]) {
        tooMuch.append("too much: \(before[old])")
        old += 1
      } else if old == before.endIndex || after[new] < before[old] {
        missing.append("missing: \(after[new])")
        new += 1
      } else {
        (old, new) = (old + 1, new + 1)
      }
    }
    return tooMuch + missing
  }
}
