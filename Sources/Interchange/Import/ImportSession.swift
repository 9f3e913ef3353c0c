import ICalendar
import Store

/// The options of an import.
public struct ImportOptions: Sendable {
  /// The calendar that everything goes into, `NAME` or `NAME@SOURCE`; nil lets the file say.
  public var into: CalendarReference?
  /// Whether a calendar `into` that is not there is made.
  public var makesCalendar = false
  /// The calendar's row, when known; `into` is ignored then.
  public var calendar: Int?
  /// Which occurrences are indexed.
  public var policy = IndexingPolicy.standard
  /// The treatment of items that are stored already and differ.
  public var conflict = ImportConflict.newer
  /// Whether to report the effects without keeping them.
  public var isDryRun = false
  /// Whether messages of RFC 5546 are left to the caller, in the summary, instead of imported as they stand.
  public var setsMessagesAside = false
  /// The user's addresses, in lower case: others cannot republish items that these organize.
  public var ownAddresses: Set<String> = []
  /// The number of lazily expanded series at which further series are materialized instead.
  var crowd = IndexingPolicy.crowd
  /// The number of bytes of series components that wait for more components before they are written.
  var room = 1 << 20
  /// The limits on components and bytes of all messages in a file, which are read before any is applied.
  var mostOfMessages = (components: 10_000, bytes: 32 << 20)

  /// Whether the options name the target calendar.
  var namesCalendar: Bool { into != nil || calendar != nil }

  /// The usual way, into a calendar or where the file says.
  public init(into: CalendarReference? = nil) { self.into = into }
}

/// The treatment of an item that is already stored, by its UID, and differs.
public enum ImportConflict: Sendable {
  /// The newer of the two by SEQUENCE and LAST-MODIFIED is kept.
  case newer
  /// The stored item stays.
  case skip
  /// The file's item replaces the stored one, however old.
  case replace
  /// The file's item is added as a copy with a new UID.
  case copy
}

/// Reports an import's progress in bytes; `total` is nil when the size is not known.
public typealias ImportProgress = (_ done: Int, _ total: Int?) -> Void

extension CalendarStore {
  /// Imports a calendar file or a mail with calendars, or standard input for `-`, in one transaction: all of it
  /// or nothing.
  ///
  /// Throws `unreadable-file`, `unknown-calendar`, `ambiguous-calendar`, `calendar-read-only` and the store's
  /// errors. Unreadable parts of the file are in the summary; the rest is imported.
  public func importFile(
    _ path: String, options: ImportOptions = ImportOptions(), now: Instant, progress: ImportProgress? = nil
  ) throws(StoreError) -> ImportSummary {
    if OpenFiles.isOpen(path) { throw StoreError(.unreadableFile, path, detail: "it is a store in use") }
    let source = try FileSource(path, stopSignal: stopSignal)
    let pieces = CalendarPieces(source)
    return try importCalendars(
      named: path, options: options, now: now, totalBytes: source.totalBytes, progress: progress
    ) {
      pieces.next()
    } failure: {
      pieces.failure
    }
  }

  /// Imports calendars from bytes that `next` returns piece by piece; `name` is the file's name, for
  /// messages.
  public func importCalendars(
    named name: String, options: ImportOptions = ImportOptions(), now: Instant, totalBytes: Int? = nil,
    progress: ImportProgress? = nil, next: @escaping () -> [UInt8]?, failure: () -> StoreError? = { nil }
  ) throws(StoreError) -> ImportSummary {
    try withCache(kilobytes: Self.importCache) { () throws(StoreError) in
      let (summary, bytes) = try writingObjects(
        "import \(name)", now: now, origin: .imported, policy: options.policy, crowd: options.crowd,
        keeping: !options.isDryRun
      ) { (writer) throws(StoreError) in
        let session = ImportSession(self, writer, file: name, options: options, now: now)
        return try session.run(CalendarStream(next), totalBytes, progress, failure)
      }
      progress?(bytes, totalBytes)
      return summary
    }
  }

  /// The page cache in kilobytes during an import: texts and words spread over the whole file.
  private static let importCache = 32 << 10
}

/// The import of one file.
private final class ImportSession {
  private let store: CalendarStore
  private let options: ImportOptions
  private let file: String
  private let now: Instant
  private let writer: ObjectWriter
  private var problems: ImportProblems
  private var summary = ImportSummary()
  /// The properties of the current VCALENDAR.
  private var header: [Property] = []
  private var method: SchedulingMethod?
  /// The METHOD of the current VCALENDAR when it is unknown, and whether that was reported.
  private var unknownMethod: (text: String, isSaid: Bool)?
  private var present: CalendarImport?
  /// The current VCALENDAR when it is a message that is set aside.
  private var message: CalendarMessage?
  /// Whether the current VCALENDAR has had a component.
  private var hasBegun = false
  /// The number of components and bytes of messages so far.
  private var setAside = (components: 0, bytes: 0)
  /// Calendars that hold items which the current VCALENDAR publishes anew.
  private var holders: [Int: CalendarImport] = [:]
  /// The zone definitions of the current VCALENDAR when it is published.
  private var definitions: [(component: Component, line: Int)] = []

  init(
    _ store: CalendarStore, _ writer: ObjectWriter, file: String, options: ImportOptions, now: Instant
  ) {
    self.store = store
    self.file = file
    self.options = options
    self.now = now
    self.writer = writer
    problems = ImportProblems(file: file)
  }

  /// Imports everything from a stream and returns the number of bytes read.
  func run(
    _ stream: CalendarStream, _ totalBytes: Int?, _ progress: ImportProgress?, _ failure: () -> StoreError?
  ) throws(StoreError) -> (ImportSummary, bytes: Int) {
    var stream = stream
    var reported = 0
    while let next = stream.next() {
      switch next {
      case .begin:
        header = []
        method = nil
        unknownMethod = nil
        hasBegun = false
      case .property(let property):
        header.append(property)
        if property.isNamed("METHOD") { try setMethod(property) }
      case .component(let component, let line): try add(component, line: line)
      case .end: try closeCalendar()
      }
      takeProblems(&stream)
      if let progress, stream.bytesRead - reported > 1 << 16 {
        reported = stream.bytesRead
        progress(reported, totalBytes)
      }
    }
    takeProblems(&stream)
    if let error = failure() { throw error }
    summary.problems = problems.all
    summary.unreadable = problems.unreadable
    return (summary, stream.bytesRead)
  }

  private func takeProblems(_ stream: inout CalendarStream) {
    if stream.problems.isEmpty { return }
    for problem in stream.problems { problems.add(problem) }
    stream.problems = []
  }

  // MARK: Calendars

  /// Takes the METHOD of the current VCALENDAR.
  ///
  /// RFC 5545 (3.4) puts properties before components, which are handled as they are read and not kept in
  /// memory until then. A file with a late METHOD is refused unless the METHOD makes no difference.
  private func setMethod(_ property: Property) throws(StoreError) {
    let fresh = SchedulingMethod(property)
    let makesDifference =
      fresh.map { $0 != method && !(options.namesCalendar && !$0.isMessage) } ?? !options.namesCalendar
    if hasBegun, options.setsMessagesAside, makesDifference {
      let word = property.rawText.prefix(40)
      throw StoreError(
        .unreadableFile, file,
        detail: "METHOD:\(word) stands behind a component and belongs before all of them")
    }
    method = fresh
    unknownMethod = fresh == nil ? (property.rawText, false) : nil
  }

  private func add(_ component: Component, line: Int) throws(StoreError) {
    hasBegun = true
    if leavesOut(line) { return }
    if options.setsMessagesAside, let method, method.isMessage {
      try setAside(component, line: line, method)
    } else if method == .publish, !options.namesCalendar, title == nil {
      try publish(component, line: line)
    } else {
      try openCalendar().add(component, line: line, &problems)
    }
  }

  private func setAside(
    _ component: Component, line: Int, _ method: SchedulingMethod
  ) throws(StoreError) {
    setAside.components += 1
    setAside.bytes += ComponentText.bytes(component).count
    let most = options.mostOfMessages
    if setAside.components > most.components || setAside.bytes > most.bytes {
      throw StoreError(
        .unreadableFile, file,
        detail:
          "its messages have more than \(most.components) components or \(most.bytes >> 20) MiB together")
    }
    if message == nil { message = CalendarMessage(method: method) }
    message?.components.append(CalendarMessage.Part(component, line: line))
  }

  /// Whether a component belongs to a message of an unknown method, so that its purpose is unknown (RFC 5546,
  /// 1.4).
  ///
  /// When the options name the calendar, the user wants the component regardless.
  private func leavesOut(_ line: Int?) -> Bool {
    guard options.setsMessagesAside, !options.namesCalendar, let unknownMethod else { return false }
    if !unknownMethod.isSaid {
      let word = unknownMethod.text.prefix(40)
      problems.refuse(line, "METHOD:\(word) is unknown: nothing of it was taken; `into` takes it as it is")
      self.unknownMethod?.isSaid = true
    }
    return true
  }

  // MARK: Items published anew

  /// Sends a published item to the calendar that already has its UID, as nothing says that the item belongs
  /// to another calendar.
  private func publish(_ component: Component, line: Int) throws(StoreError) {
    if component.name == "VTIMEZONE" {
      definitions.append((component, line))
      try present?.add(component, line: line, &problems)
      return
    }
    if let holder = try holder(of: component) { return try holder.add(component, line: line, &problems) }
    try openCalendar().add(component, line: line, &problems)
  }

  private func holder(of component: Component) throws(StoreError) -> CalendarImport? {
    guard let uid = component.uid else { return nil }
    let known = try store.writableCalendars(holding: uid, kind: ItemKind(component: component.name))
    guard let id = known.first, present.map({ !known.contains($0.part.calendar) }) ?? true else { return nil }
    if let holder = holders[id] { return holder }
    if let own = try knownDestination(), known.contains(own.id) { return nil }
    guard let record = try store.calendars().first(where: { $0.id == id }) else { return nil }
    let holder = try CalendarImport(
      ImportSummary.Part(calendar: id, title: record.title, isNew: false),
      zones: try ImportedZones(store, calendar: id), writer: writer, store: store,
      conflict: options.conflict, publishedTo: publishedTo, now: now, room: options.room)
    for (component, line) in definitions { try holder.add(component, line: line, &problems) }
    holders[id] = holder
    return holder
  }

  /// The user's addresses when the current VCALENDAR is published and the options name no calendar; else nil.
  private var publishedTo: Set<String>? {
    method == .publish && !options.namesCalendar ? options.ownAddresses : nil
  }

  private func openCalendar() throws(StoreError) -> CalendarImport {
    if let present { return present }
    let part = try destination()
    var zones = try ImportedZones(store, calendar: part.calendar)
    // Times are read with the header that the calendar will store, so that they can always be read again.
    if try keepsHeader(part.calendar) {
      zones.fallback = text("X-WR-TIMEZONE").flatMap { store.zones.zone(named: $0) }
    }
    let calendar = try CalendarImport(
      part, zones: zones, writer: writer, store: store, conflict: options.conflict,
      publishedTo: publishedTo, now: now, room: options.room)
    present = calendar
    for (component, line) in definitions { try calendar.add(component, line: line, &problems) }
    return calendar
  }

  private func closeCalendar() throws(StoreError) {
    if options.setsMessagesAside, let method, method.isMessage {
      if let message, message.components.contains(where: { $0.component.name != "VTIMEZONE" }) {
        summary.messages.append(message)
      } else {
        problems.add(nil, .warning, "the \(method.rawValue) changes nothing: no event or reminder is in it")
      }
      message = nil
      return
    }
    if leavesOut(nil) { return }
    for (_, holder) in holders.sorted(by: { $0.key < $1.key }) {
      try holder.finish(&problems)
      count(holder.part)
    }
    // A VCALENDAR without components still creates its calendar.
    let calendar = holders.isEmpty ? try openCalendar() : present
    holders = [:]
    definitions = []
    guard let calendar else { return }
    present = nil
    try calendar.finish(&problems)
    try describe(calendar)
    count(calendar.part)
  }

  private func count(_ part: ImportSummary.Part) {
    if let index = summary.parts.firstIndex(where: { $0.calendar == part.calendar }) {
      summary.parts[index].added += part.added
      summary.parts[index].updated += part.updated
      summary.parts[index].unchanged += part.unchanged
      summary.parts[index].skipped += part.skipped
      summary.parts[index].older += part.older
      summary.parts[index].repeated += part.repeated
    } else {
      summary.parts.append(part)
    }
  }

  private func text(_ name: StaticString) -> String? {
    guard let text = header.first(where: { $0.isNamed(name) })?.text else { return nil }
    let trimmed = text.drop { $0.isWhitespace }
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  private func destination() throws(StoreError) -> ImportSummary.Part {
    if let id = options.calendar, let calendar = try store.calendars().first(where: { $0.id == id }) {
      guard calendar.isWritable else { throw StoreError(.readOnlyCalendar, calendar.title) }
      return ImportSummary.Part(calendar: id, title: calendar.title, isNew: false)
    }
    if let into = options.into {
      let target = try store.importTarget(named: into, isMade: options.makesCalendar, now: now)
      return ImportSummary.Part(
        calendar: target.calendar.id, title: target.calendar.title, isNew: target.isNew)
    }
    let title = title ?? Self.title(ofFile: file)
    if let known = try knownDestination() {
      guard known.isWritable else { throw StoreError(.readOnlyCalendar, title) }
      if known.title != title {
        problems.add(
          nil, .warning, "the file is called \"\(title)\"; its items go to the calendar \"\(known.title)\"")
      }
      return ImportSummary.Part(calendar: known.id, title: known.title, isNew: false)
    }
    let made = try store.addCalendar(title: title, source: try store.localSource(), kinds: [], now: now)
    return ImportSummary.Part(calendar: made.id, title: title, isNew: true)
  }

  /// The calendar's name in the file.
  private var title: String? { text("X-WR-CALNAME") ?? text("NAME") }

  /// The local calendar that has the file's calendar name; nil when there is none yet.
  private func knownDestination() throws(StoreError) -> CalendarRecord? {
    let local = try store.localSource()
    let title = title ?? Self.title(ofFile: file)
    return try store.calendars().filter { $0.source == local }.titled(title).first
  }

  /// The file's name without folders and without its ending.
  private static func title(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name == "-" { return "Imported" }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether the file's properties become the calendar's; false for a named calendar that already has a
  /// header.
  private func keepsHeader(_ calendar: Int) throws(StoreError) -> Bool {
    if !options.namesCalendar { return true }
    return try store.header(of: calendar).isEmpty
  }

  /// Stores the calendar's properties, its color and its kinds of item from the file.
  private func describe(_ calendar: CalendarImport) throws(StoreError) {
    var lines: [UInt8] = []
    for property in header {
      lines.append(contentsOf: property.line)
      lines.append(10)
    }
    let part = calendar.part
    let color =
      (text("X-APPLE-CALENDAR-COLOR").flatMap { RGBColor($0) } ?? text("COLOR").flatMap { RGBColor($0) })?.hex
    // A new calendar from a file without items accepts both kinds.
    let kinds = part.isNew && calendar.kinds.isEmpty ? [.events, .reminders] : calendar.kinds
    guard let record = try store.calendars().first(where: { $0.id == part.calendar }) else { return }
    try store.describe(
      record, kinds: kinds, color: color,
      header: try keepsHeader(part.calendar) ? lines : nil, isNew: part.isNew)
  }
}
