import Interchange
import JSCalendar
import JSON
import QueryLanguage
import Store

extension StatementRunner {
  /// Whole items, each once with its overrides, in a format that holds them.
  package func document(
    of store: CalendarStore, as format: OutputFormat,
    _ selections: @escaping () throws -> [ExportSelection]
  ) -> DocumentAnswer {
    DocumentAnswer(format: format) { take in
      do {
        try write(try selections(), of: store, as: format, to: take)
      } catch {
        throw ShellError(error, source: source)
      }
    }
  }

  private func write(
    _ selections: [ExportSelection], of store: CalendarStore, as format: OutputFormat,
    to take: ([UInt8]) -> Bool
  ) throws {
    let message = try schedulingMessage(format)
    guard format == .jscalendar else {
      for selection in selections {
        if let message, case .items(let items) = selection {
          if try store.export(message, about: items, to: take) == 0 {
            session.note("nothing to send: \(Self.reason(message))")
          }
        } else {
          try store.export(selection, to: take)
        }
      }
      return
    }
    var left = 0
    try writeObjects(selections, of: store, to: take, left: &left)
    if left > 0 {
      let what = left == 1 ? "1 item" : "\(left) items"
      session.note("left out \(what) that JSCalendar has no form for: journals, events without a start")
    }
  }

  /// The message that a format is; nil for formats that keep everything.
  private func schedulingMessage(_ format: OutputFormat) throws -> SchedulingMessage? {
    let own = session.settings.ownAddresses
    let name = "set own.addresses = \"you@example.org\" names you as who"
    switch format {
    case .invitation:
      if own.isEmpty { session.note("\(name) invites") }
      return .request(organizer: own.first, now: try session.context().context.now)
    case .reply:
      if own.isEmpty { session.note("\(name) answers") }
      return .reply(own: Set(own.map { $0.lowercased() }), now: try session.context().context.now)
    default: return nil
    }
  }

  private static func reason(_ message: SchedulingMessage) -> String {
    switch message {
    case .request: "nobody is invited to any of these"
    case .reply: "none of these is an invitation that you answered"
    }
  }

  /// A Group (RFC 8984, 5.3) whose entries stand on a line each.
  private func writeObjects(
    _ selections: [ExportSelection], of store: CalendarStore, to take: ([UInt8]) -> Bool, left: inout Int
  ) throws(StoreError) {
    var group = ObjectGroup()
    if case .calendar(let id)? = selections.first, selections.count == 1 {
      let calendar = try store.calendars().first { $0.id == id }
      (group.title, group.color) = (calendar?.title, calendar?.color)
    }
    _ = take(group.head)
    var isFirst = true
    var bytes: [UInt8] = []
    var missed = 0
    for selection in selections {
      try store.objects(in: selection) { stored, zones in
        let signal = store.stopSignal
        guard let object = stored.jsCalendar(zones, isStopped: { signal.isSet }) else {
          missed += 1
          return true
        }
        // It may lack overrides then.
        if signal.isSet { return false }
        group.add(object)
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
        isFirst = false
        JSONValue.object(object).append(to: &bytes)
        return take(bytes)
      }
    }
    try store.checkStopSignal()
    _ = take((isFirst ? [] : [10]) + group.tail)
    left = missed
  }
}
