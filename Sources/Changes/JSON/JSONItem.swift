import JSON

/// A fault in an item given as JSON: its place and the expected value.
public struct JSONItemError: Error, Hashable, Sendable {
  /// The key, as `alarms[0].offset`.
  public var path: String
  /// The fault in a sentence.
  public var message: String

  init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }
}

/// Reads items from JSON: the form that queries print, and the forms of other programs.
///
/// Missing keys change nothing; unknown keys are ignored. Times are ISO 8601 text, or numbers:
/// seconds since 1970, or milliseconds if they are very large.
public struct JSONItem {
  let object: JSONObject
  let context: QueryContext
  let store: CalendarStore
  /// The zones of the item's times, which may be defined in its own file only.
  var ownZones: [Zone] = []

  /// Reads an object.
  public init(_ object: JSONObject, context: QueryContext, store: CalendarStore) {
    self.object = object
    self.context = context
    self.store = store
  }

  // MARK: Target

  /// The item or occurrence of the object, by `occurrenceId`, else `id`; nil without either.
  public func target() throws(JSONItemError) -> ItemTarget? {
    var id = try text("id")
    if let occurrence = try text("occurrenceId") { id = occurrence }
    guard let id else { return nil }
    guard let target = ItemTarget(id: id) else { throw JSONItemError("id", "`\(id)` is no id of an item") }
    return target
  }

  /// The span of a change: `span`.
  public func span() throws(JSONItemError) -> EditSpan? {
    guard let word = try text("span") else { return nil }
    guard let span = EditSpan(rawValue: word) else {
      throw JSONItemError("span", "`\(word)` is none of this, future, all")
    }
    return span
  }

  /// The revision that the item must still have: `rev`.
  public func revision() throws(JSONItemError) -> Int? {
    guard let value = given("rev") else { return nil }
    guard let number = value.integer else { throw JSONItemError("rev", "a whole number is expected") }
    return number
  }

  /// The kind by `type`; without it, a reminder if there is `due` or `completed`, else an event.
  public func kind() throws(JSONItemError) -> ItemKind {
    switch try text("type") {
    case "event": return .event
    case "reminder": return .reminder
    // A series is of either kind.
    case "series", nil: return object["due"] == nil && object["completed"] == nil ? .event : .reminder
    case .some(let other): throw JSONItemError("type", "`\(other)` is neither event nor reminder")
    }
  }

  /// The calendar, by id or title; nil if the object names no calendar.
  public func calendar() throws(JSONItemError) -> CalendarRecord? {
    guard let value = given("calendar") ?? given("list") else { return nil }
    let id = value["id"]?.string
    let name = value.string ?? value["title"]?.string
    let catalog: Catalog
    do throws(StoreError) { catalog = try Catalog(store).known(by: context) } catch {
      throw JSONItemError("calendar", error.message)
    }
    if let id, case .one(let calendar) = catalog.meaning(of: .id(id)) { return calendar }
    guard let name else { throw JSONItemError("calendar", "an id or a title is expected") }
    switch catalog.meaning(of: .title(name)) {
    case .one(let calendar): return calendar
    case .several(let found):
      throw JSONItemError("calendar", "`\(name)` names \(found.count) calendars; give its id")
    case .none, .unknownSource: throw JSONItemError("calendar", "no calendar called `\(name)`")
    }
  }

  /// The error for an object without the id that it needs.
  public var missingID: JSONItemError { JSONItemError("id", "an id is needed to know which item is meant") }

  // MARK: Edits

  /// The edit that the object makes to an item as shown; fields with the same value as before
  /// are left out.
  public func edit(of shown: Item) throws(JSONItemError) -> ItemEdit {
    var edit = ItemEdit(of: shown)
    var reader = self
    reader.ownZones = [shown.start, shown.due, shown.end].compactMap { $0?.zone }
    for key in JSONKey.all {
      if let reading = key.reading { try reader.read(key.name.description, reading, &edit) }
    }
    for field in edit.fields where edit.values.agrees(with: shown, on: field) { edit.unset(field, to: shown) }
    return edit
  }

  /// A new item.
  public func addition() throws(JSONItemError) -> BoundAddition {
    let blank = Item(kind: try kind())
    var result = BoundAddition(item: try edit(of: blank).values)
    result.item.uid = try text("uid")
    result.calendar = try calendar()
    result.hasAlarms = object["alarms"] != nil || object["alarm"] != nil
    if result.item.kind == .event, result.item.start == nil {
      throw JSONItemError("start", "an event needs a start")
    }
    if result.item.kind == .reminder, result.item.title == nil {
      throw JSONItemError("title", "a reminder needs a title")
    }
    return result
  }

  /// Reads a key, and the keys that are read with it.
  private func read(
    _ key: String, _ reading: JSONKey.Reading, _ edit: inout ItemEdit
  ) throws(JSONItemError) {
    switch reading {
    case .string(let field, let path, let others):
      let keys = [key] + others.description.split(separator: " ").map(String.init)
      try set(field, path(), by: keys, &edit, filled)
    case .boolean(let field, let path): try set(field, path(), by: [key], &edit, isTrue)
    case .categories: try set(.categories, \.categories, by: ["categories", key], &edit, texts)
    case .attachments:
      let old = edit.values.attachments
      try set(.attachments, \.attachments, by: [key], &edit) { (key) throws(JSONItemError) in
        try attachments(key, old)
      }
    case .attendees: try set(.attendees, \.attendees, by: [key], &edit, participants)
    case .percent:
      guard edit.values.kind == .reminder else { return }
      try set(.percentComplete, \.percentComplete, by: [key], &edit) { given($0)?.integer }
    case .travel: try set(.travel, \.travel, by: [key], &edit, duration)
    case .times: try readTimes(&edit)
    case .completion: try readCompletion(&edit)
    case .priority: try readPriority(&edit)
    case .place: try readPlace(&edit)
    case .recurrence: try readRecurrence(&edit)
    case .status: try readStatus(&edit)
    case .availability: try readAvailability(&edit)
    case .alarms: try readAlarms(&edit)
    }
  }

  /// A text with something in it; nothing is no text.
  private func filled(_ key: String) throws(JSONItemError) -> String? {
    try text(key).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func isTrue(_ key: String) throws(JSONItemError) -> Bool { try flag(key) ?? false }

  /// Sets a value of the item from the first of some keys that is present.
  private func set<Value>(
    _ field: ItemField, _ path: WritableKeyPath<Item, Value>, by keys: [String], _ edit: inout ItemEdit,
    _ value: (String) throws(JSONItemError) -> Value
  ) throws(JSONItemError) {
    guard let key = keys.first(where: { object[$0] != nil }) else { return }
    let value = try value(key)
    edit.set(field) { $0[keyPath: path] = value }
  }

  private func readPriority(_ edit: inout ItemEdit) throws(JSONItemError) {
    guard let value = object["priority"] else { return }
    let priority = try self.priority(value, of: edit.values)
    edit.set(.priority) { $0.priority = priority }
  }

  private func readStatus(_ edit: inout ItemEdit) throws(JSONItemError) {
    guard let word = try text("status"), edit.values.kind == .event else { return }
    guard let status = EventStatus.allCases.first(where: { $0.name == word }) else {
      throw JSONItemError("status", "one of none, tentative, confirmed, cancelled is expected")
    }
    edit.set(.status) { $0.status = status }
  }

  private func readAvailability(_ edit: inout ItemEdit) throws(JSONItemError) {
    guard let word = try text("availability") else { return }
    guard let availability = Availability.allCases.first(where: { $0.name == word }) else {
      throw JSONItemError("availability", "one of busy, free, tentative, unavailable is expected")
    }
    edit.set(.availability) { $0.availability = availability }
  }

  private func readCompletion(_ edit: inout ItemEdit) throws(JSONItemError) {
    guard edit.values.kind == .reminder, object["completed"] != nil || object["completedAt"] != nil else {
      return
    }
    let at = try given("completedAt").map { (value) throws(JSONItemError) in
      try time(value, "completedAt", nil)
    }
    let isDone = try flag("completed") ?? (at != nil)
    // A reminder that is already completed keeps its completion time if no time is given.
    let known = edit.values.isCompleted ? edit.values.completed : context.now
    let moment = at.map { $0.instant(in: context.zone) } ?? known
    edit.set(.completion) { item in
      item.isCompleted = isDone
      item.completed = isDone ? moment : nil
    }
  }

  private func readPlace(_ edit: inout ItemEdit) throws(JSONItemError) {
    if let value = object["location"], value.object == nil {
      let text = try text("location")
      edit.set(.location) { $0.location = text?.isEmpty == true ? nil : text }
    }
    let written = object["structuredLocation"] ?? object["location"].flatMap { $0.object == nil ? nil : $0 }
    var place: StructuredLocation?
    if let written, !written.isNull {
      place = try self.place(written, "structuredLocation")
    } else if let latitude = (object["latitude"] ?? object["lat"])?.double,
      let longitude = (object["longitude"] ?? object["lon"] ?? object["lng"])?.double
    {
      place = try self.place(latitude, longitude, edit.values.location, object["radius"]?.double, "latitude")
    } else if written == nil {
      return
    }
    let found = place
    edit.set(.place) { $0.place = found }
    if let title = found?.title, object["location"]?.string == nil {
      edit.set(.location) { $0.location = title }
    }
  }

  private func place(_ value: JSONValue, _ path: String) throws(JSONItemError) -> StructuredLocation {
    guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double else {
      throw JSONItemError(path, "latitude and longitude are expected")
    }
    return try place(latitude, longitude, value["title"]?.string, value["radius"]?.double, path)
  }

  private func place(
    _ latitude: Double, _ longitude: Double, _ title: String?, _ radius: Double?, _ path: String
  ) throws(JSONItemError) -> StructuredLocation {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      throw JSONItemError(path, "latitude is -90 to 90, longitude -180 to 180")
    }
    return StructuredLocation(title: title, latitude: latitude, longitude: longitude, radius: radius)
  }

  private func priority(_ value: JSONValue, of item: Item) throws(JSONItemError) -> Int {
    if value.isNull { return 0 }
    if let number = value.integer, (0...9).contains(number) { return number }
    // A word covers several numbers; it changes nothing in an item that has one of them.
    if value.string == PriorityBand(priority: item.priority).name { return item.priority }
    switch value.string {
    case "none": return 0
    case "high": return 1
    case "medium": return 5
    case "low": return 9
    default: throw JSONItemError("priority", "none, low, medium, high or 0 to 9 is expected")
    }
  }

  private func participants(_ key: String) throws(JSONItemError) -> [Participant] {
    guard let value = given(key) else { return [] }
    guard let values = value.array else { throw JSONItemError(key, "an array is expected") }
    var people: [Participant] = []
    for (index, value) in values.enumerated() {
      guard let address = value.string ?? (value["address"] ?? value["email"])?.string else {
        throw JSONItemError("\(key)[\(index)]", "an address is expected")
      }
      people.append(
        Participant(
          name: value["name"]?.string, address: address.contains(":") ? address : "mailto:" + address,
          status: value["status"]?.string, role: value["role"]?.string, type: value["type"]?.string))
    }
    return people
  }

  // MARK: Alarms

  private func readAlarms(_ edit: inout ItemEdit) throws(JSONItemError) {
    var alarms: [Alarm] = []
    if let value = given("alarms") {
      guard let values = value.array else { throw JSONItemError("alarms", "an array is expected") }
      for (index, value) in values.enumerated() {
        alarms.append(try alarm(value, "alarms[\(index)]", edit.values))
      }
    } else if let value = given("alarm") {
      alarms = [try alarm(value, "alarm", edit.values)]
    } else if object["alarms"] == nil, object["alarm"] == nil {
      return
    }
    edit.set(.alarms) { $0.alarms = alarms }
  }

  /// An alarm as queries print it, or a number: minutes before.
  private func alarm(_ value: JSONValue, _ path: String, _ item: Item) throws(JSONItemError) -> Alarm {
    let isDue = item.kind == .reminder && item.due != nil
    if let minutes = value.integer {
      return Alarm(trigger: .relative(try Self.seconds(minutes, times: -60, path), toEnd: isDue))
    }
    let trigger: Alarm.Trigger
    if let offset = value.given("offset") {
      let duration: CalendarDuration
      if let seconds = offset.integer {
        duration = try Self.seconds(seconds, times: 1, path + ".offset")
      } else if let text = offset.string, let read = BasicFormat.duration(text.utf8) {
        duration = read
      } else {
        throw JSONItemError(path + ".offset", "a length such as -PT15M is expected")
      }
      trigger = .relative(duration, toEnd: value["relativeTo"]?.string == "end")
    } else if let minutes = (value["minutesBefore"] ?? value["minutes"])?.integer {
      trigger = .relative(try Self.seconds(minutes, times: -60, path), toEnd: isDue)
    } else if let at = value.given("at") {
      trigger = .absolute(try time(at, path + ".at", nil).instant(in: context.zone))
    } else if let word = value["proximity"]?.string {
      guard word == "enter" || word == "leave" else {
        throw JSONItemError(path + ".proximity", "enter or leave is expected")
      }
      let place = try value.given("place").map { (value) throws(JSONItemError) in
        try self.place(value, path + ".place")
      }
      trigger = .proximity(entering: word == "enter", place: place)
    } else {
      throw JSONItemError(path, "offset, at or proximity is expected")
    }
    var alarm = Alarm(trigger: trigger)
    if let word = value["action"]?.string {
      guard let action = Alarm.Action(rawValue: word) else {
        throw JSONItemError(path + ".action", "display, audio, email or procedure is expected")
      }
      alarm.action = action
    }
    if let count = value.given("repeat") {
      let interval = value["interval"]?.string.flatMap { BasicFormat.duration($0.utf8) }
      guard let number = count.integer, let interval,
        let repetition = Alarm.Repetition(count: number, interval: interval)
      else {
        throw JSONItemError(path + ".repeat", "a number of times and an interval such as PT5M are expected")
      }
      alarm.repetition = repetition
    }
    alarm.message = value["message"]?.string
    alarm.sound = value["sound"]?.string
    alarm.email = value["email"]?.string
    alarm.url = value["url"]?.string
    return alarm
  }

  /// A number of units of `unit` seconds, as a length.
  private static func seconds(_ number: Int, times unit: Int, _ path: String) throws(JSONItemError)
    -> CalendarDuration
  {
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
    let length = CalendarDuration(seconds: seconds)
    guard !overflow, length.isInCalendar else {
      throw JSONItemError(path, "this is longer than the years that calendars count")
    }
    return length
  }
}
