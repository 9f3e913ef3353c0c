import Changes
import Interchange

/// The items of a calendar file in sentences, read in a store in memory.
struct OpenedItems {
  /// Who publishes the items (METHOD:PUBLISH); nil for a plain file.
  private(set) var publisher: String?
  /// A line for each of the first items, those to come before those that are over, and how many more there are.
  private(set) var lines: [String] = []

  /// The number of items that are listed, and of those that are looked at.
  private static let most = (lines: 10, items: 5_000)

  /// Reads the items of calendars in UTF-8; throws the errors of an import.
  init(_ bytes: [UInt8], named name: String, _ context: QueryContext) throws {
    let store = try CalendarStore.inMemory(zones: context.zones)
    var options = ImportOptions()
    // Messages are no items, and have sentences of their own.
    options.setsMessagesAside = true
    var rest: [UInt8]? = bytes
    let summary = try store.importCalendars(named: name, options: options, now: context.now) {
      defer { rest = nil }
      return rest
    }
    var items: [Item] = []
    try store.objects(in: .everything) { object, _ in
      if let item = object.master?.item ?? object.overrides.first?.item { items.append(item) }
      return items.count < Self.most.items
    }
    items = items.filter { $0.kind != .other }
    let sentences = ItemSentences(zone: context.zone)
    for item in Self.sorted(items, context).prefix(Self.most.lines) {
      let phrase = sentences.phrase(item).map { ", " + $0 } ?? ""
      lines.append(" " + sentences.item(item) + phrase)
    }
    let more = max(items.count, summary.added) - lines.count
    if more > 0 { lines.append(" and \(more) more") }
    if SchedulingMethod.declared(in: bytes) == .publish {
      let who = items.lazy.compactMap(\.organizer).first?.shownName ?? "somebody"
      publisher = "\(who) publishes, and expects no answer:"
    }
  }

  /// By start; items that are over come last.
  private static func sorted(_ items: [Item], _ context: QueryContext) -> [Item] {
    func moment(_ time: EventTime?) -> Instant? { time.map { $0.instant(in: context.zone) } }
    let keyed = items.map { item in
      let start = moment(item.anchor) ?? context.now
      let end = moment(item.effectiveEnd) ?? start
      return (item: item, start: start, isOver: end < context.now && item.recurrence == nil)
    }
    return keyed.sorted { ($0.isOver ? 1 : 0, $0.start) < ($1.isOver ? 1 : 0, $1.start) }.map(\.item)
  }
}
