import ICalendar
import Store

/// Which of two components of one item wins.
extension CalendarImport {
  /// Whether a component yields to the one already there.
  func yields(
    _ item: Item, to id: Int, _ isRepeated: Bool, _ sequence: Int, _ modified: Int?
  ) -> Bool {
    switch conflict {
    case .skip where id < firstNew: true
    case .replace where !isRepeated: false
    case .newer, .skip, .replace, .copy: Self.isOlder(item, sequence, modified)
    }
  }

  /// Whether an override names an occurrence that the kept stored series does not have, and comes from an
  /// older version of the series (with `.skip`, from any version).
  func isOutdated(_ item: Item, by master: ObjectWriter.Entry) -> Bool {
    guard conflict != .replace, let stored = master.before, stored.id < firstNew, master.text == nil,
      let id = item.recurrenceID
    else { return false }
    let isOlder = conflict == .skip || item.sequence < master.member.item.sequence
    return isOlder && master.member.item.recurrence != nil && master.member.item.slot(for: id) == nil
  }

  /// Whether a component is older than the present one: a lower SEQUENCE, or the same and an older
  /// LAST-MODIFIED.
  static func isOlder(_ item: Item, _ sequence: Int, _ modified: Int?) -> Bool {
    if item.sequence != sequence { return item.sequence < sequence }
    guard let modified, let own = item.modified?.seconds else { return false }
    return own < modified
  }
}
