import Changes
import JSON
import Rendering

/// Snoozing, and setting the location: both write the state of alarms and never a calendar.
extension StatementRunner {
  func snooze(_ length: DurationSyntax, _ reference: ReferenceSyntax?) throws -> Answer {
    let (context, _) = try session.context()
    let watcher = try AlarmWatcher(session)
    let store = watcher.alarms.store
    var id: String?
    if let reference {
      let syntax = TargetSyntax(.references([reference]))
      let target = try named(context, Workspace(store)) { (binder) throws(QueryError) in
        try binder.targets(syntax, rows: session.shownRows, last: nil).targets.first
      }
      if let target, let record = try? store.record(target.item) { id = target.id(record.kind) }
    }
    let until = try named(context, Workspace(store)) { (binder) throws(QueryError) in
      try binder.moment(after: length, for: "snooze")
    }
    let row = try watcher.snooze(id, until: until)
    let title = SafeText.line(row.item.record.title ?? "(no title)")
    session.say("\(title) rings again at \(TimeText.moment(until, in: context.zone))")
    let found = row.item.occurrenceID ?? row.item.id
    session.onAlarms?([])
    return .change(
      ChangeAnswer(
        JSONObjectText().adding("outcome", "snoozed").adding("ids", [found]).adding("count", 1)
          .adding("until", ExtendedFormat.text(until, in: context.zone)), ids: [found]))
  }

  func location(_ place: CoordinatesSyntax) throws -> Answer {
    let position = AlarmState.Position(latitude: place.latitude.value, longitude: place.longitude.value)
    let reached = try AlarmWatcher(session).move(to: position)
    let zone = session.zone
    let what =
      switch reached.count {
      case 0: "nothing rings"
      case 1: "1 alarm rings"
      default: "\(reached.count) alarms ring"
      }
    session.say("at \(place.latitude.text), \(place.longitude.text): \(what)")
    if let onAlarms = session.onAlarms {
      onAlarms(reached)
    } else {
      for ringing in reached { AlarmActions(session: session).perform(ringing) }
    }
    var listing = Listing(reached, .lines) {
      $0.object(in: zone)
    } cells: {
      [TableCell($0.line(in: zone))]
    }
    listing.tellsChange = true
    return .listing(listing)
  }
}
