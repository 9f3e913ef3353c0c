import CivilTime
import ICalendar
import Model

/// How an import goes about its work.
public struct ImportOptions: Sendable {
  /// The calendar that everything goes into, `NAME` or `NAME@SOURCE`; nil lets the file say.
  public var into: String?
  /// Which occurrences are indexed.
  public var policy = MaterialisationPolicy.standard
  /// What becomes of items that are there already and differ.
  public var conflict = ImportConflict.newer
  /// Whether to find out what would happen without keeping it.
  public var isDryRun = false
  /// How many series are sought before further ones are indexed.
  var crowd = MaterialisationPolicy.crowd

  /// What is derived from items at a moment.
  func deriver(now: Instant) -> Deriver { Deriver(policy: policy, now: now, crowd: crowd) }

  /// The usual way, into a calendar or where the file says.
  public init(into: String? = nil) { self.into = into }
}

/// What an import does with an item that is there already, by its UID, and differs.
public enum ImportConflict: Sendable {
  /// The newer of the two by SEQUENCE and LAST-MODIFIED is kept.
  case newer
  /// What is there stays.
  case skip
  /// The file's takes its place, however old.
  case replace
  /// The file's is added beside it with a UID of its own.
  case copy
}

/// How far an import is, in bytes; `total` is nil where the size is not known.
public typealias ImportProgress = (_ done: Int, _ total: Int?) -> Void

extension CalendarStore {
  /// Imports a calendar file, or standard input for `-`, in one transaction: all of it or nothing.
  ///
  /// Throws `unreadable-file`, `unknown-calendar`, `ambiguous-calendar`, `calendar-read-only` and what the store
  /// reports. What can't be read in the file is in the summary, and the rest comes in.
  public func importFile(
    _ path: String, options: ImportOptions = ImportOptions(), now: Instant, progress: ImportProgress? = nil
  ) throws(StoreError) -> ImportSummary {
    if OpenFiles.isOpen(path) { throw StoreError(.unreadableFile, path, detail: "it is a store in use") }
    let source = try FileSource(path)
    return try importCalendars(
      named: path, options: options, now: now, totalBytes: source.totalBytes, progress: progress
    ) {
      source.next()
    } failure: {
      source.failure
    }
  }

  /// Imports calendars from bytes that `next` gives piece by piece; `name` is the file's, for messages.
  public func importCalendars(
    named name: String, options: ImportOptions = ImportOptions(), now: Instant, totalBytes: Int? = nil,
    progress: ImportProgress? = nil, next: @escaping () -> [UInt8]?, failure: () -> StoreError? = { nil }
  ) throws(StoreError) -> ImportSummary {
    try write(keeping: !options.isDryRun) { () throws(StoreError) in
      try bringUpToDate(options.deriver(now: now))
      return try journaled("import \(name)", now: now) { (journal) throws(StoreError) in
        let session = try ImportSession(self, journal, file: name, options: options, now: now)
        return try session.run(CalendarStream(next), totalBytes, progress, failure)
      }
    }
  }
}

/// The import of one file.
private final class ImportSession {
  private let store: CalendarStore
  private let database: Database
  private let options: ImportOptions
  private let file: String
  private let now: Instant
  private let writer: FamilyWriter
  private var problems: ImportProblems
  private var summary = ImportSummary()
  /// What the present VCALENDAR says about itself.
  private var header: [Property] = []
  private var present: CalendarImport?

  init(
    _ store: CalendarStore, _ journal: Journal, file: String, options: ImportOptions, now: Instant
  ) throws(StoreError) {
    self.store = store
    self.file = file
    self.options = options
    self.now = now
    database = store.database
    problems = ImportProblems(file: file)
    writer = try FamilyWriter(database, journal: journal, deriver: options.deriver(now: now))
  }

  func run(
    _ stream: CalendarStream, _ totalBytes: Int?, _ progress: ImportProgress?, _ failure: () -> StoreError?
  ) throws(StoreError) -> ImportSummary {
    var stream = stream
    var told = 0
    while let next = stream.next() {
      switch next {
      case .begin: header = []
      case .property(let property): header.append(property)
      case .component(let component, let line):
        let calendar = try openCalendar()
        try calendar.add(component, line: line, &problems)
      case .end: try closeCalendar()
      }
      takeProblems(&stream)
      if let progress, stream.bytesRead - told > 1 << 16 {
        told = stream.bytesRead
        progress(told, totalBytes)
      }
    }
    takeProblems(&stream)
    if let error = failure() { throw error }
    try store.noteZones(writer.zones)
    try store.extendHorizon(writer, now: now)
    try writer.finish()
    progress?(stream.bytesRead, totalBytes)
    summary.problems = problems.all
    summary.unreadable = problems.unreadable
    return summary
  }

  private func takeProblems(_ stream: inout CalendarStream) {
    if stream.problems.isEmpty { return }
    for problem in stream.problems { problems.add(problem) }
    stream.problems = []
  }

  // MARK: Calendars

  private func openCalendar() throws(StoreError) -> CalendarImport {
    if let present { return present }
    let part = try destination()
    var zones = try store.calendarZones(of: part.calendar)
    // Times are read by what the calendar will say of itself, so that they can always be read again.
    if try keepsHeader(part.calendar) {
      zones.fallback = text("X-WR-TIMEZONE").flatMap { store.zones.zone(named: $0) }
    }
    let calendar = CalendarImport(part, zones: zones, writer: writer, conflict: options.conflict, now: now)
    present = calendar
    return calendar
  }

  private func closeCalendar() throws(StoreError) {
    // A VCALENDAR without components still makes its calendar.
    let calendar = try openCalendar()
    present = nil
    try calendar.finish(&problems)
    try describe(calendar)
    let part = calendar.part
    if let index = summary.parts.firstIndex(where: { $0.calendar == part.calendar }) {
      summary.parts[index].added += part.added
      summary.parts[index].updated += part.updated
      summary.parts[index].unchanged += part.unchanged
      summary.parts[index].skipped += part.skipped
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
    if let into = options.into {
      let calendar = try store.calendar(named: into)
      guard calendar.isWritable else { throw StoreError(.readOnlyCalendar, into) }
      return ImportSummary.Part(calendar: calendar.id, title: calendar.title, isNew: false)
    }
    let title = text("X-WR-CALNAME") ?? text("NAME") ?? Self.title(ofFile: file)
    let local = try store.localSource()
    if let known = try store.calendars(titled: title).first(where: { $0.source == local }) {
      guard known.isWritable else { throw StoreError(.readOnlyCalendar, title) }
      return ImportSummary.Part(calendar: known.id, title: known.title, isNew: false)
    }
    let made = try store.addCalendar(title: title, source: local, kinds: [], now: now)
    return ImportSummary.Part(calendar: made.id, title: title, isNew: true)
  }

  /// The file's name without folders and without its ending.
  private static func title(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name == "-" { return "Imported" }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether the file's properties become the calendar's: not where it goes into one that has its own.
  private func keepsHeader(_ calendar: Int) throws(StoreError) -> Bool {
    if options.into == nil { return true }
    return try database.with("SELECT header = x'' FROM calendar WHERE id = ?1") { (row) throws(StoreError) in
      try row.bind(1, calendar).step() && row.bool(0)
    }
  }

  /// Notes what the file says about the calendar: its properties, its colour, and what kinds of item are in it.
  private func describe(_ calendar: CalendarImport) throws(StoreError) {
    var lines: [UInt8] = []
    for property in header {
      lines.append(contentsOf: property.line)
      lines.append(10)
    }
    let part = calendar.part
    let color = (text("COLOR") ?? text("X-APPLE-CALENDAR-COLOR")).flatMap(CalendarColor.hex)
    let kinds = calendar.kinds.isEmpty ? EntityKinds([.events, .reminders]) : calendar.kinds
    let added = part.isNew || !calendar.kinds.isEmpty ? kinds.rawValue : 0
    let keepsHeader = try keepsHeader(part.calendar)
    let isNews = try database.with(
      """
      SELECT kinds | ?2 <> kinds OR color IS NOT coalesce(color, ?3) OR ?5 AND header <> ?4
      FROM calendar WHERE id = ?1
      """
    ) { (row) throws(StoreError) in
      try row.bind(1, part.calendar).bind(2, added).bind(3, color).bindBlob(4, lines).bind(5, keepsHeader)
        .step() && row.bool(0)
    }
    if !isNews { return }
    if !part.isNew { try store.noteCalendar(part.calendar, .updated) }
    try database.with(
      """
      UPDATE calendar SET kinds = kinds | ?2, color = coalesce(color, ?3),
        header = CASE WHEN ?5 THEN ?4 ELSE header END
      WHERE id = ?1
      """
    ) { (statement) throws(StoreError) in
      try statement.bind(1, part.calendar).bind(2, added).bind(3, color).bindBlob(4, lines)
        .bind(5, keepsHeader).run()
    }
    store.forgetOwnReads()
  }
}
