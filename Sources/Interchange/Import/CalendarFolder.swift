import ICalendar
import Store

/// A folder that is one calendar: a file for each item, and the calendar's name and color in separate files,
/// as vdirsyncer, khal and others keep it.
public struct CalendarFolder: Sendable, Equatable {
  /// The path of the folder.
  public var path: String
  /// The calendar's name: the text of the file `displayname`, else the folder's name.
  public var title: String
  /// The calendar's color, `#RRGGBB`, from the file `color`; nil when there is no such file.
  public var color: String?
  /// The paths of the item files.
  public var files: [String]

  /// Reads a folder that contains these names; nil when it is no calendar folder but a folder of calendar
  /// files.
  ///
  /// A folder with `displayname` or `color` is a calendar. Without them it is a calendar when each file holds
  /// one item and names no calendar. Throws `interrupted`.
  public init?(
    _ path: String, names: [String], stopSignal: StopSignal = StopSignal()
  ) throws(StoreError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    files = names.filter { $0.lowercased().hasSuffix(".ics") && !$0.hasPrefix(".") }.map { path + "/" + $0 }
    self.path = path
    let isMarked = names.contains("displayname") || names.contains("color")
    if files.isEmpty { return nil }
    for file in isMarked ? [] : files {
      if try !Self.holdsOneItem(file, stopSignal) { return nil }
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    title = names.contains("displayname") ? Self.line(of: path + "/displayname") ?? name : name
    color = names.contains("color") ? Self.line(of: path + "/color").flatMap { RGBColor($0)?.hex } : nil
  }

  /// The first line of a small file; nil when the line is blank or the file unreadable.
  private static func line(of path: String) -> String? {
    (try? FileSource(path, plainOnly: true).next()).flatMap { property(in: $0) }
  }

  /// The value of a file `displayname` or `color`: its first line without a byte-order mark; nil when that is
  /// blank.
  package static func property(in bytes: [UInt8]) -> String? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let line = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).prefix(1024).prefix {
      $0 != 10 && $0 != 13
    }
    let text = String(decoding: line, as: UTF8.self).drop { $0.isWhitespace }
    return text.isEmpty ? nil : String(text)
  }

  /// Whether a file holds the components of one UID and names no calendar.
  private static func holdsOneItem(_ path: String, _ stopSignal: StopSignal) throws(StoreError) -> Bool {
    guard let source = try? FileSource(path, stopSignal: stopSignal, plainOnly: true) else { return false }
    var stream = CalendarStream { source.next() }
    var uid: String?
    while let part = stream.next() {
      switch part {
      case .begin, .end: break
      case .property(let property):
        let isCalendars = property.isNamed("X-WR-CALNAME") || property.isNamed("NAME")
        if isCalendars || property.isNamed("METHOD") && SchedulingMethod(property)?.isMessage == true {
          return false
        }
      case .component(let component, _):
        if component.name == "VTIMEZONE" { continue }
        guard let own = component.uid, own == uid ?? own else { return false }
        uid = own
      }
    }
    if let failure = source.failure, failure.code == .interrupted { throw failure }
    return uid != nil
  }
}

extension CalendarStore {
  /// The calendar that an import goes to: the one of that name, or with `isMade` a new one for items of `kinds`.
  ///
  /// Throws `unknown-calendar`, `ambiguous-calendar` and `calendar-read-only`.
  public func importTarget(
    named name: CalendarReference, isMade: Bool, color: String? = nil, kinds: EntityKinds = [], now: Instant
  ) throws(StoreError) -> (calendar: CalendarRecord, isNew: Bool) {
    do throws(StoreError) {
      let calendar = try calendar(name)
      guard calendar.isWritable else { throw StoreError(.readOnlyCalendar, name.text) }
      return (calendar, false)
    } catch {
      guard error.code == .unknownCalendar, isMade, case .title(let title, nil) = name, !title.contains("@")
      else { throw error }
      let made = try addCalendar(
        title: title, source: try localSource(), color: color, kinds: kinds, now: now)
      return (made, true)
    }
  }

  /// Returns the local calendar with the folder's name; creates it with the folder's color when missing.
  public func importTarget(of folder: CalendarFolder, now: Instant) throws(StoreError) -> (
    calendar: CalendarRecord, isNew: Bool
  ) {
    let local = try localSource()
    guard let known = try calendars().filter({ $0.source == local }).titled(folder.title).first else {
      let made = try addCalendar(
        title: folder.title, source: local, color: folder.color, kinds: [], now: now)
      return (made, true)
    }
    guard known.isWritable else { throw StoreError(.readOnlyCalendar, folder.title) }
    return (known, false)
  }
}
