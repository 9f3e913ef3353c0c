/// The open subtasks of some reminders, at any depth.
public struct OpenParts: Sendable {
  /// The subtasks, each once, in order.
  public private(set) var targets: [ItemTarget] = []
  private var titles: [String] = []

  /// A sentence about the subtasks; nil when there are none.
  ///
  /// `owner` is the title of the parent reminder, when there is only one.
  public func sentence(of owner: String?) -> String? {
    if targets.isEmpty { return nil }
    let count = targets.count == 1 ? "1 open subtask" : "\(targets.count) open subtasks"
    return owner.map { "\($0) has \(count)" } ?? "these have \(count)"
  }

  /// The titles of the first five subtasks.
  public var names: String {
    titles.prefix(5).joined(separator: ", ") + (titles.count > 5 ? " and \(titles.count - 5) more" : "")
  }

  /// The same sentence for subtasks that are not affected by an operation on `owner`.
  public func warning(of owner: String?) -> String? {
    sentence(of: owner).map { "\($0), which \(targets.count == 1 ? "stays" : "stay"): \(names)" }
  }

  fileprivate mutating func add(_ record: ItemRecord) {
    targets.append(ItemTarget(item: record.id))
    titles.append(record.title ?? "(untitled)")
  }
}

extension Workspace {
  /// Returns the open subtasks of some reminders, without the ones among the targets.
  ///
  /// Subtasks are searched in the calendar of their parent, at any depth.
  public func openParts(of targets: [ItemTarget]) throws(EditError) -> OpenParts {
    var seen = Set(targets.map(\.item))
    var waiting = targets.map(\.item)
    var result = OpenParts()
    var next = 0
    while next < waiting.count {
      let found = try storing { () throws(StoreError) in
        guard let record = try store.record(waiting[next]), record.kind == .reminder, let uid = record.uid
        else {
          return [Int]()
        }
        return try store.parts(of: uid, in: record.calendar)
      }
      next += 1
      for item in found where seen.insert(item).inserted {
        waiting.append(item)
        let record = try storing { () throws(StoreError) in try store.record(item) }
        guard let record, record.kind == .reminder, !record.isCompleted else { continue }
        if record.isRecurring, try firstOpen(item) == nil { continue }
        result.add(record)
      }
    }
    return result
  }
}
