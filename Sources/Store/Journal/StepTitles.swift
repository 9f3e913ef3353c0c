import ICalendar

/// The titles of the items of steps, for display.
extension CalendarStore {
  /// The title of an item; for a deleted one its last title, nil when that is unknown.
  public func title(ofItem id: Int) throws(StoreError) -> String? {
    if let record = try record(id) { return record.title }
    let text = try database.with(
      """
      SELECT old_text FROM change WHERE item = ?1 AND operation > 0 AND subject = 0 AND old_text IS NOT NULL
      ORDER BY seq DESC LIMIT 1
      """
    ) { (row) throws(StoreError) in try row.bind(1, id).step() ? row.bytes(0) : nil }
    guard let component = text.flatMap(ComponentText.component) else { return nil }
    return ItemReader.read(component) { _ in nil }.item.title
  }

  /// The items that a step changed, at most `limit` of them.
  public func items(ofStep id: Int, limit: Int) throws(StoreError) -> [Int] {
    try database.with(
      "SELECT DISTINCT item FROM change INDEXED BY change_step WHERE step = ?1 AND subject = 0 LIMIT ?2"
    ) { (row) throws(StoreError) in
      row.bind(1, id).bind(2, limit)
      var result: [Int] = []
      while try row.step() { result.append(row.int(0)) }
      return result
    }
  }
}
