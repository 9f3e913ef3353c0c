import Changes
import Interchange

extension StatementRunner {
  /// Returns whole items, each once with its overrides, in a format that preserves them.
  func document(
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
    let left = try store.exportGroup(selections, to: take)
    if left.withoutForm > 0 {
      let what = ChangeReport.count(left.withoutForm, "item")
      session.note("left out \(what) that JSCalendar has no form for: journals, events without a start")
    }
    if !left.unreadable.isEmpty {
      let what = ChangeReport.count(left.unreadable.count, "item")
      session.note("left out \(what) whose text is damaged; `export … as ics` writes it as it is")
    }
  }

  /// Returns the scheduling message for a format; nil for formats that keep everything.
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
}
