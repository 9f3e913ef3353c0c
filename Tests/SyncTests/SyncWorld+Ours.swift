import Editing
import Model
import Store
import SyncCore
import TestSupport

/// What we do to the store.
extension SyncWorld {
  private func anyObject() -> (side: Int, name: ObjectName, text: PlainCalendar)? {
    let side = random.below(sides.count)
    let objects = sides[side].objects.sorted { ($0.value.key ?? "") < ($1.value.key ?? "") }
    if objects.isEmpty { return nil }
    let found = objects[random.below(objects.count)]
    return (side, found.key, found.value)
  }

  /// One change of ours.
  func ourStep() throws {
    switch random.below(100) {
    case 0..<18:
      let side = random.below(sides.count)
      if sides[side].objects.count > 6 { return }
      let item = newItem()
      try ours("create \(item.key ?? "") in \(side)", in: [side]) { try put(item, side, nil) }
    case 18..<60:
      guard let (side, name, original) = anyObject() else { return }
      var text = original
      edit(&text)
      try ours("edit \(text.key ?? "") in \(side)", in: [side]) { try put(text, side, name) }
    case 60..<72:
      guard let (side, name, text) = anyObject() else { return }
      try ours("delete \(text.key ?? "") in \(side)", in: [side]) { try delete(name, side) }
    case 72..<73:
      let side = random.below(sides.count)
      try ours("delete everything in \(side)", in: [side]) {
        for name in sides[side].objects.keys.sorted(by: { "\($0)" < "\($1)" }) { try delete(name, side) }
      }
    case 73..<81: try ourMove()
    case 81..<96: try ourUndo()
    default:
      try ours("redo", in: Array(sides.indices)) { _ = try store.redo(now: SyncBench.now) }
    }
  }

  private func put(_ item: PlainCalendar, _ side: Int, _ name: ObjectName?) throws {
    let resource = try CalendarResource(bytes: Array(item.text.utf8))
    let bench = sides[side].bench
    let items = try name.map { try store.items(of: $0, in: bench.calendar.id) } ?? []
    try bench.change { (objects) throws(StoreError) in
      _ = try objects.put(resource.components, definitions: [], in: items)
    }
  }

  private func delete(_ name: ObjectName, _ side: Int) throws {
    let bench = sides[side].bench
    let items = try store.items(of: name, in: bench.calendar.id)
    try bench.change { (objects) throws(StoreError) in try objects.remove(items) }
  }

  private func ourMove() throws {
    // What the other side edited meanwhile comes back, and without UID it would be another item.
    guard let (side, name, text) = anyObject(), text.uid != nil else { return }
    let other = (side + 1) % sides.count
    let bench = sides[side].bench
    guard let item = try store.items(of: name, in: bench.calendar.id).first else { return }
    try ours("move \(text.key ?? "") from \(side) to \(other)", in: [side, other]) {
      _ = try workspace.move(
        ItemTarget(item: item), into: sides[other].bench.calendar.id, span: .all, cause: "move",
        now: SyncBench.now)
    }
  }

  /// Undoes one of the last steps, also those of a sync.
  private func ourUndo() throws {
    let steps = try store.history(limit: 6).filter {
      $0.state == .inForce && $0.added + $0.changed + $0.deleted > 0
    }
    if steps.isEmpty { return }
    let step = random.pick(steps)
    try ours("undo \(step.id) \(step.cause)", in: Array(sides.indices)) {
      _ = try store.undo(.number(step.id), now: SyncBench.now)
    }
  }
}
