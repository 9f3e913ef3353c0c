import Changes

/// An event with its people in lines, and what else is at its time.
public struct InvitationCard {
  private let reader: FormReader
  private let workspace: Workspace

  /// Creates cards for a moment; `workspace` knows the person's addresses and events.
  public init(_ context: QueryContext, _ workspace: Workspace, options: ParseOptions = ParseOptions()) {
    self.workspace = workspace
    reader = FormReader(context: context, store: workspace.store, options: options)
  }

  /// The lines of an invitation: its place, its people, the person's own answer, its notes.
  public func lines(_ item: Item) -> [String] {
    var lines: [String] = []
    if let place = item.location, !place.isEmpty { lines.append(FormText.line("Location", place)) }
    lines += Self.people(of: item)
    if let own = item.attendees.first(where: { $0.isOne(of: workspace.ownAddresses) }) {
      let answers = ["accepted", "tentative", "declined", "delegated"]
      let status = own.status.flatMap { answers.contains($0) ? $0 : nil } ?? "none yet"
      lines.append(FormText.line("Your answer", status == "tentative" ? "maybe" : status))
    }
    lines += Self.notes(of: item)
    return lines
  }

  /// The organizer, and the attendees by their answers.
  static func people(of item: Item) -> [String] {
    var lines: [String] = []
    if let organizer = item.organizer {
      lines.append(FormText.line("Organizer", ItemSyntax.person(organizer)))
    }
    for (status, label) in answers {
      let people = item.attendees.filter { ($0.status ?? "needs-action") == status }
      if !people.isEmpty {
        lines.append(FormText.line(label, people.map { $0.name ?? $0.email }.joined(separator: ", ")))
      }
    }
    return lines
  }

  /// The lines of the notes, the first with a label.
  static func notes(of item: Item) -> [String] {
    guard let notes = item.notes else { return [] }
    return notes.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      FormText.line(index == 0 ? "Notes" : "", String(line))
    }
  }

  /// The answers to an invitation (PARTSTAT) and their labels.
  private static let answers = [
    ("accepted", "Accepted"), ("tentative", "Maybe"), ("declined", "Declined"), ("delegated", "Delegated"),
    ("needs-action", "No answer"), ("completed", "Completed"), ("in-process", "In process"),
  ]

  /// At most three other events at the time of one that takes up its time, in sentences; `target` is the event
  /// itself in the store.
  public func overlaps(_ item: Item, target: ItemTarget?) throws(FormFault) -> [String] {
    guard item.kind == .event, !item.isAllDay, item.availability != .free, let start = item.start,
      let end = item.effectiveEnd
    else { return [] }
    let syntax = ItemSyntax(reader.context)
    var lines: [String] = []
    let sentences = ItemSentences(zone: reader.context.zone)
    for other in try reader.items(of: .busyEvents(from: syntax.date(start), to: syntax.date(end)))
    where lines.count < 3 {
      if other == target || target?.key == nil && other.item == target?.item { continue }
      let shown = try FormFault.editing { () throws(EditError) in try workspace.item(other) }
      lines.append(sentences.item(shown))
    }
    return lines
  }
}
