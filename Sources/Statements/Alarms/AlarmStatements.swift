import Changes
import JSON
import Rendering

/// Snoozing, and setting the location: both write the state of alarms and never a calendar.
extension StatementRunner {
  /// Lets the alarm that rang last, or that of a target, ring again after a length, by default ten minutes.
  func snooze(_ length: DurationSyntax?, _ target: TargetSyntax?) throws -> Answer {
    let (context, _) = try session.context()
    let watcher = try AlarmWatcher(session)
    let store = watcher.alarms.store
    let length = length ?? DurationSyntax(.components([.init(10, .minute)]))
    let id = try target.flatMap { try snoozed($0, context, watcher) }
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

  /// Returns the id of the item that a target of `snooze` means; a title is that of one whose alarm rang lately.
  private func snoozed(
    _ target: TargetSyntax, _ context: QueryContext, _ watcher: AlarmWatcher
  ) throws -> String? {
    let workspace = Workspace(watcher.alarms.store)
    guard case .title(let title) = target.kind else {
      let found = try named(context, workspace) { (binder) throws(QueryError) in
        try binder.targets(target, rows: session.shownRows, last: nil).targets.first
      }
      return try found.flatMap { found in try workspace.store.record(found.item).map { found.id($0.kind) } }
    }
    let rows = try watcher.recent().map(\.item)
    let found = try named(context, workspace) { (binder) throws(QueryError) in
      try binder.checkExact(target)
      return try binder.items(titled: title, among: rows, called: "recent alarm")
    }
    let choice = TitleChoice(session: session, isStrict: context.isStrict)
    guard let item = try choice.chosen(found, verb: "snooze") else {
      return try named(context, workspace) { (binder) throws(QueryError) in
        throw binder.rejected(found, at: target.range)
      }
    }
    return item.target.id(item.kind)
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
