/// The open reminders that are parts of some, and parts of these.
public struct OpenParts: Sendable {
  /// Each once, in order.
  public private(set) var targets: [ItemTarget] = []
  private var titles: [String] = []

  /// What is said of them; nil where there are none.
  ///
  /// `owner` is the title of what they are parts of, where that is one.
  public func sentence(of owner: String?) -> String? {
    if targets.isEmpty { return nil }
    let count = targets.count == 1 ? "1 open subtask" : "\(targets.count) open subtasks"
    return owner.map { "\($0) has \(count)" } ?? "these have \(count)"
  }

  /// The titles of the first few.
  public var names: String {
    titles.prefix(5).joined(separator: ", ") + (titles.count > 5 ? " and \(titles.count - 5) more" : "")
  }

  /// The same where they are not touched by what is done to `owner`.
  public func warning(of owner: String?) -> String? {
    sentence(of: owner).map { "\($0), which \(targets.count == 1 ? "stays" : "stay"): \(names)" }
  }

  fileprivate mutating func add(_ record: ItemRecord) {
    targets.append(ItemTarget(item: record.id))
    titles.append(record.title ?? "(untitled)")
  }
}

extension Workspace {
  /// The open reminders that are parts of some, without those that are among the targets.
  ///
  /// Parts are looked for in the calendar of what they are part of, to any depth.
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
