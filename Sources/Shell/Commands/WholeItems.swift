import JSCalendar
import Model
import QueryLanguage
import Store

extension StatementRunner {
  /// Writes whole items, each once with its overrides, in a format that holds them.
  func write(
    _ selections: [ExportSelection], of store: CalendarStore, as format: OutputFormat, to output: OutputBuffer
  ) throws(ShellError) {
    do throws(StoreError) {
      guard format == .jscalendar else {
        let organizer = session.settings.ownAddresses.first
        if format == .invitation, organizer == nil {
          session.say("note:  set own.addresses = \"you@example.org\" names you as who invites")
        }
        for selection in selections {
          try store.export(
            selection, invitingAs: format == .invitation ? organizer ?? "" : nil,
            now: try? session.context().context.now
          ) { bytes in
            output.append(bytes: bytes)
            return output.isOpen
          }
        }
        return
      }
      var left = 0
      try writeObjects(selections, of: store, to: output, left: &left)
      if left > 0 {
        let what = left == 1 ? "1 item" : "\(left) items"
        session.say(
          "note:  left out \(what) that JSCalendar has no form for: journals, events without a start")
      }
    } catch {
      throw .store(error)
    }
  }

  /// One array with an object on each line.
  private func writeObjects(
    _ selections: [ExportSelection], of store: CalendarStore, to output: OutputBuffer, left: inout Int
  ) throws(StoreError) {
    output.append("[")
    var isFirst = true
    var bytes: [UInt8] = []
    var missed = 0
    for selection in selections {
      try store.families(selection) { stored in
        let family = ComponentFamily(
          master: stored.master, overrides: stored.overrides, zone: stored.zone, definition: stored.definition
        )
        guard let object = family.object() else {
          missed += 1
          return true
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8)
        isFirst = false
        JSONValue.object(object).append(to: &bytes)
        output.append(bytes: bytes)
        return output.isOpen
      }
    }
    output.append(isFirst ? "]\n" : "\n]\n")
    left = missed
  }
}
