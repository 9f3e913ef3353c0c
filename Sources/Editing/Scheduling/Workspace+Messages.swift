import ICalendar
import Interchange

/// Files from outside: their items are imported, and messages between organizers and attendees are applied.
extension Workspace {
  /// Imports a calendar file, or standard input for `-`, in one transaction and one step of the journal.
  ///
  /// A VCALENDAR with a METHOD of RFC 5546 is never imported over an item: it changes only what such a
  /// message may change, in whichever calendar the item is. Throws the errors of `CalendarStore.importFile`
  /// and, for a new invitation, `no-calendar`.
  public func importFile(
    _ path: String, options: ImportOptions = ImportOptions(), now: Instant, progress: ImportProgress? = nil
  ) throws(EditError) -> ImportOutcome {
    try imported("import \(path)", options, now) { (options) throws(EditError) in
      try storing { () throws(StoreError) in
        try store.importFile(path, options: options, now: now, progress: progress)
      }
    }
  }

  /// Imports calendars from bytes as `importFile` does; `name` is that of their file, for messages.
  public func importCalendars(
    _ bytes: [UInt8], named name: String, options: ImportOptions = ImportOptions(), now: Instant
  ) throws(EditError) -> ImportOutcome {
    try imported("import \(name)", options, now) { (options) throws(EditError) in
      var rest: [UInt8]? = bytes
      return try storing { () throws(StoreError) in
        try store.importCalendars(named: name, options: options, now: now) {
          defer { rest = nil }
          return rest
        }
      }
    }
  }

  /// Imports a folder that is one calendar, in one transaction and one step of the journal.
  public func importFolder(
    _ folder: CalendarFolder, options: ImportOptions = ImportOptions(), now: Instant,
    progress: ImportProgress? = nil
  ) throws(EditError) -> ImportOutcome {
    try imported("import \(folder.path)", options, now) { (options) throws(EditError) in
      try storing { () throws(StoreError) in
        var options = options
        let target =
          if let into = options.into {
            try store.importTarget(
              named: into, isMade: options.makesCalendar, color: folder.color, now: now)
          } else {
            try store.importTarget(of: folder, now: now)
          }
        options.calendar = target.calendar.id
        var summary = ImportSummary()
        for (index, file) in folder.files.enumerated() {
          summary.add(try store.importFile(file, options: options, now: now))
          progress?(index + 1, folder.files.count)
        }
        summary.markNew(target.isNew ? target.calendar.id : nil)
        return summary
      }
    }
  }

  private func imported(
    _ cause: String, _ options: ImportOptions, _ now: Instant,
    _ body: (ImportOptions) throws(EditError) -> ImportSummary
  ) throws(EditError) -> ImportOutcome {
    let isDryRun = options.isDryRun
    var options = options
    // A dry run rolls back only at the end, as a message may concern items of the same file.
    options.isDryRun = false
    options.setsMessagesAside = true
    options.ownAddresses = ownAddresses
    var outcome = try asOneStep(
      cause, now: now, origin: .imported, keeping: !isDryRun
    ) { () throws(EditError) in
      var outcome = ImportOutcome(summary: try body(options))
      for message in outcome.summary.messages {
        outcome.messages += try receive(message, options: options, cause: cause, now: now)
      }
      outcome.step = store.openStep
      return outcome
    }
    if isDryRun { outcome.step = nil }
    return outcome
  }

  /// Applies a message between organizer and attendees (RFC 5546), in one step of the journal.
  ///
  /// A new invitation goes into the calendar that the options name, else into the default one; other messages
  /// find their items by UID in any calendar. A component that matches nothing, or whose sender has no
  /// authority over the item, changes nothing and is reported as refused.
  public func receive(
    _ message: CalendarMessage, options: ImportOptions = ImportOptions(), cause: String, now: Instant
  ) throws(EditError) -> [SchedulingOutcome] {
    try asOneStep(cause, now: now, origin: .imported) { () throws(EditError) in
      let components = message.components.map(\.component).filter { $0.name == "VTIMEZONE" }
      let known = try storing { () throws(StoreError) in try store.lastDefinition() }
      let definitions = try storing { () throws(StoreError) in try store.definitionNumbers(of: components) }
      var outcomes: [SchedulingOutcome] = []
      for object in objects(of: message) {
        let delivery = Delivery(
          method: message.method, object: object, definitions: definitions, options: options, cause: cause,
          now: now)
        outcomes += try deliver(delivery)
      }
      if !outcomes.contains(where: \.isChange) {
        try storing { () throws(StoreError) in try store.discardDefinitions(after: known) }
      }
      return outcomes
    }
  }

  /// The components of one UID in a message.
  private struct MessageObject {
    var uid: String?
    var kind: ItemKind
    var name: String
    var parts: [CalendarMessage.Part]
  }

  private struct Delivery {
    var method: SchedulingMethod
    var object: MessageObject
    /// The store's numbers of the message's zone definitions.
    var definitions: [Int]
    var options: ImportOptions
    var cause: String
    var now: Instant
  }

  private struct ObjectName: Hashable {
    var uid: String
    var component: String
  }

  private func objects(of message: CalendarMessage) -> [MessageObject] {
    var result: [MessageObject] = []
    var places: [ObjectName: Int] = [:]
    for part in message.components where part.component.name != "VTIMEZONE" {
      let uid = part.component.uid
      let name = part.component.name
      if let uid, let known = places[ObjectName(uid: uid, component: name)] {
        result[known].parts.append(part)
      } else {
        if let uid { places[ObjectName(uid: uid, component: name)] = result.count }
        result.append(MessageObject(uid: uid, kind: ItemKind(component: name), name: name, parts: [part]))
      }
    }
    return result
  }

  // MARK: One UID

  private func deliver(_ delivery: Delivery) throws(EditError) -> [SchedulingOutcome] {
    let object = delivery.object
    guard object.kind != .other else {
      return try editor(delivery, in: nil).refused(.unsupported(component: object.name))
    }
    guard let uid = object.uid else { return try editor(delivery, in: nil).refused(.noUID) }
    try access?.checkChanging(object.kind)
    let known = try holders(uid: uid, kind: object.kind)
    if known.isEmpty { return try deliverNew(delivery) }
    var outcomes: [SchedulingOutcome] = []
    for (calendar, ids) in known where calendar.isWritable {
      let editor = try editor(delivery, in: calendar.id)
      let present = try stored(ids, in: calendar.id)
      var result = try editor.applied(to: present)
      let target = ItemTarget(item: present.firstItem ?? 0)
      let plan = EditPlan(objects: [result.object], reached: nil, remaining: nil)
      _ = try write(plan, over: present, target: target, cause: delivery.cause, now: delivery.now)
      for index in result.outcomes.indices {
        result.outcomes[index].calendar = calendar.title
        if case .refused = result.outcomes[index].effect { continue }
        let outcome = result.outcomes[index]
        let key = outcome.isSeries ? nil : editor.key(of: outcome, in: result.object)
        let orphan =
          result.object.master == nil
          ? try orphan(of: editor.parts.first { $0.line == outcome.line }, uid, calendar.id) : nil
        result.outcomes[index].target = ItemTarget(item: orphan ?? target.item, key: key)
      }
      outcomes += result.outcomes
    }
    if let only = known.first, outcomes.isEmpty {
      return try editor(delivery, in: only.calendar.id).refused(.readOnlyCalendar(only.calendar.title))
    }
    return outcomes
  }

  private func deliverNew(_ delivery: Delivery) throws(EditError) -> [SchedulingOutcome] {
    let general = try editor(delivery, in: nil)
    guard delivery.method == .request else { return general.refused(.unknownItem) }
    // No calendar is chosen or created for a message without effect.
    if general.makesNothing { return general.made(in: 0).outcomes }
    try access?.checkAdding(delivery.object.kind)
    let calendar: CalendarRecord
    let (into, now) = (delivery.options.into, delivery.now)
    if let id = delivery.options.calendar {
      calendar = try writableCalendar(id)
    } else if let into {
      let isMade = delivery.options.makesCalendar
      calendar = try storing { () throws(StoreError) in
        try store.importTarget(
          named: into, isMade: isMade, kinds: EntityKinds(delivery.object.kind), now: now
        ).calendar
      }
    } else {
      calendar = try defaultCalendar(for: delivery.object.kind)
    }
    var result = try editor(delivery, in: calendar.id).made(in: calendar.id)
    let plan = EditPlan(objects: [result.object], reached: nil, remaining: nil)
    let outcome = try write(
      plan, over: nil, target: ItemTarget(item: 0), cause: delivery.cause, now: delivery.now)
    for index in result.outcomes.indices where result.outcomes[index].isChange {
      result.outcomes[index].calendar = calendar.title
      result.outcomes[index].target = ItemTarget(item: outcome.target.item)
    }
    return result.outcomes
  }

  /// Returns the editor of a message, which reads times with the message's own zone definitions.
  private func editor(_ delivery: Delivery, in calendar: Int?) throws(EditError) -> SchedulingEditor {
    let context = try context(calendar: calendar ?? 0, now: delivery.now)
    let zone = context.zones(delivery.definitions)
    let parts = delivery.object.parts.map { part in
      SchedulingEditor.Part(
        component: part.component, item: ItemReader.read(part.component, zone: zone).item,
        line: part.line)
    }
    return SchedulingEditor(
      method: delivery.method,
      parts: parts.filter { $0.item.recurrenceID == nil } + parts.filter { $0.item.recurrenceID != nil },
      own: ownAddresses, context: context, definitions: delivery.definitions)
  }

  /// The item of an occurrence whose series is unknown.
  private func orphan(
    of part: SchedulingEditor.Part?, _ uid: String, _ calendar: Int
  ) throws(EditError) -> Int? {
    guard let part, let id = part.item.recurrenceID else { return nil }
    for (found, items) in try holders(uid: uid, kind: part.item.kind) where found.id == calendar {
      let present = try stored(items, in: calendar)
      let key = present.key(of: id)
      return present.overrides.first { $0.key == key && $0.isRange == id.isThisAndFuture }?.id
    }
    return nil
  }

  /// The calendars that contain a UID, with their items of that UID.
  private func holders(
    uid: String, kind: ItemKind
  ) throws(EditError) -> [(calendar: CalendarRecord, items: [Int])] {
    try storing { () throws(StoreError) in
      let calendars = try store.calendars()
      var found: [(calendar: CalendarRecord, items: [Int])] = []
      for id in try store.items(uid: uid) {
        guard let record = try store.record(id), record.kind == kind else { continue }
        if let index = found.firstIndex(where: { $0.calendar.id == record.calendar }) {
          found[index].items.append(id)
        } else if let calendar = calendars.first(where: { $0.id == record.calendar }) {
          found.append((calendar, [id]))
        }
      }
      return found
    }
  }

  /// Returns a calendar's items of one UID as one object, overrides without a master included.
  private func stored(_ items: [Int], in calendar: Int) throws(EditError) -> CalendarObject {
    var object = CalendarObject(calendar: calendar, master: nil)
    var seen: Set<Int> = []
    for id in items where !seen.contains(id) {
      let part = try storing { () throws(StoreError) in try store.object(of: id) }
      guard let part else { continue }
      seen.formUnion(part.members.compactMap(\.id))
      object.master = object.master ?? part.master
      object.overrides += part.overrides
    }
    return object
  }
}

extension CalendarObject {
  /// The number of the master, else of the first override.
  fileprivate var firstItem: Int? { master?.id ?? overrides.compactMap(\.id).min() }
}

extension SchedulingEditor {
  /// The occurrence that an outcome concerns; nil for a whole item.
  fileprivate func key(of outcome: SchedulingOutcome, in object: CalendarObject) -> OccurrenceKey? {
    guard object.isSeries, let part = parts.first(where: { $0.line == outcome.line }) else { return nil }
    if let id = part.item.recurrenceID { return object.key(of: id) }
    guard method == .add, let anchor = object.master?.item.anchor, let start = part.item.anchor else {
      return nil
    }
    return OccurrenceKey(wallSeconds: start.wallSeconds(in: anchor.zone), isDate: anchor.isAllDay)
  }
}
