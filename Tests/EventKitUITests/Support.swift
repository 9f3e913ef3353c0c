import Editing
import EventKitUI
import Foundation
import Model
import Store
import Terminal
import TestSupport
import Testing

@testable import EventKit
@testable import UIKit

/// 18 November 2026, 14:30 in Berlin.
let noon = date("2026-11-18T13:30:00Z")

func date(_ text: String) -> Date { ISO8601DateFormatter().date(from: text) ?? .distantPast }

/// What comes when a question is asked.
enum Entry {
  case line(String)
  /// The program does something while the question waits.
  case program(@MainActor () -> Void)
}

/// Lines from a list; at its end, the end of input.
@MainActor final class ScriptedLines: LineReader {
  var entries: [Entry] = []
  private(set) var labels: [String] = []

  func read(
    _ label: String, proposing proposal: String?, on stage: Stage, until isOver: () -> Bool
  ) -> TypedLine {
    labels.append(label)
    while !isOver(), !entries.isEmpty {
      switch entries.removeFirst() {
      case .line(let line): return .line(line)
      case .program(let body):
        body()
        stage.turn()
      }
    }
    return .endOfInput
  }
}

/// A store with the calendars Home and Work, a controller that presents, and a person who types.
@MainActor final class Desk {
  private let folder: TemporaryFolder
  let path: String
  let store: EKEventStore
  let presenter = UIViewController()
  private let lines = ScriptedLines()
  private let output = OutputBuffer()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/store.sqlite"
    store = Self.open(path, client: nil)
    for title in ["Home", "Work"] {
      let calendar = EKCalendar(for: .event, eventStore: store)
      calendar.title = title
      calendar.source = store.sources.first { $0.sourceType == .local }
      try store.saveCalendar(calendar, commit: true)
    }
    let home = try calendar("Home")
    try store.locked { (core) throws(EKError) in
      _ = try reading { () throws(StoreError) in
        try core.store.setDefaultCalendar(home.record.id, for: .event, now: store.now)
      }
    }
    UIApplication.shared.stage = Stage(output)
    UIApplication.shared.stage.lines = lines
  }

  static func open(_ path: String, client: String?, conferences: String? = nil) -> EKEventStore {
    var options = StoreOptions(path: path)
    options.client = client
    options.conferenceCommand = conferences
    options.clock = { noon }
    options.zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    options.requestTimeout = 0
    return EKEventStore(options: options)
  }

  /// The store as another program sees it, with access at a level.
  func program(_ level: AccessLevel?) throws -> EKEventStore {
    if let level {
      try store.locked { (core) throws(EKError) in
        try reported { () throws(EditError) in try AccessControl(core.store).set(level, for: "app", .event) }
      }
    }
    return Self.open(path, client: "app")
  }

  func calendar(_ title: String) throws -> EKCalendar {
    try #require(store.calendars(for: .event).first { $0.title == title })
  }

  /// A new event of an hour, tomorrow at ten.
  func event(_ title: String = "Review", in store: EKEventStore? = nil) -> EKEvent {
    let event = EKEvent(eventStore: store ?? self.store)
    event.title = title
    event.startDate = date("2026-11-19T09:00:00Z")
    event.endDate = date("2026-11-19T10:00:00Z")
    return event
  }

  func saved(_ title: String = "Review", in calendar: String = "Work") throws -> EKEvent {
    let event = event(title)
    event.calendar = try self.calendar(calendar)
    try store.save(event, span: .thisEvent)
    return event
  }

  /// The titles of what is stored, sorted.
  var titles: [String] {
    let other = Self.open(path, client: nil)
    let predicate = other.predicateForEvents(
      withStart: noon.addingTimeInterval(-86_400 * 30), end: noon.addingTimeInterval(86_400 * 300),
      calendars: nil)
    return other.events(matching: predicate).map { $0.title }.sorted()
  }

  /// Presents a controller and lets the person type.
  func present(_ controller: UIViewController, _ entries: [Entry]) {
    presenter.present(controller, animated: true)
    type(entries)
  }

  /// Presents a controller and lets the person type lines.
  func present(_ controller: UIViewController, typing lines: String...) {
    present(controller, lines.map { .line($0) })
  }

  /// Lets the main run loop turn while the person types.
  func type(_ entries: [Entry] = []) {
    lines.entries = entries
    UIApplication.shared.stage.turn()
  }

  /// What the person was asked, label by label.
  var labels: [String] { lines.labels }

  /// What the person has seen since the last look, with the last question, of which a long one begins above its line.
  var question: String { seen() + (labels.last ?? "") }

  /// What the person has seen since the last look.
  func seen() -> String { String(decoding: output.take(), as: UTF8.self) }
}

extension Desk {
  /// Makes a calendar one that takes no changes, as subscribed ones are.
  func lock(_ title: String) throws {
    var record = try calendar(title).record
    record.isWritable = false
    try store.locked { (core) throws(EKError) in
      try reading { () throws(StoreError) in
        try core.store.update(record, cause: "subscribed", now: store.now)
      }
    }
  }

  /// An invitation by somebody else.
  func invitation() throws -> EKEvent {
    store.personsAddresses = ["me@example.org"]
    var item = Item(kind: .event)
    item.title = "Board"
    item.start = event().draft.item.start
    item.length = .exact(seconds: 3_600)
    item.organizer = Participant(name: "Ann", address: "mailto:ann@example.org")
    item.attendees = [Participant(name: nil, address: "mailto:me@example.org", status: "needs-action")]
    let work = try calendar("Work").record.id
    let target = try store.locked { (core) throws(EKError) in
      try reported { () throws(EditError) in
        try core.workspace.add(item, to: work, cause: "invitation", now: store.now).target
      }
    }
    let found = try #require(store.calendarItem(withIdentifier: target.id(.event)))
    return try #require(found as? EKEvent)
  }
}
