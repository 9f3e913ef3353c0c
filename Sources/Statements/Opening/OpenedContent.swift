import Changes
import Forms
import Interchange
import Rendering

/// What an opened file holds and what taking it would change, found without changing anything.
struct OpenedContent {
  let file: OpenedFile
  /// What a person is told, a line each.
  private(set) var lines: [String] = []
  /// What can be done about it.
  private(set) var actions: [OpenController.Action] = []
  /// The question for the calendar of what is new; nil where nothing has to be asked.
  private(set) var calendar: OpenController.CalendarQuestion?
  /// The result of a trial import; nil for what is not imported.
  private(set) var trial: ImportOutcome?
  /// Whether taking it would change something.
  private(set) var isChange = false

  /// The invitations that can be answered.
  var invitations: [SchedulingOutcome] { trial?.messages.filter { own.canAnswer($0) } ?? [] }

  /// Whether nothing in it could be read.
  var isUnreadable: Bool {
    guard let trial else { return false }
    let summary = trial.summary
    let isRead = summary.added + summary.updated + summary.unchanged + summary.skipped > 0
    return summary.unreadable > 0 && !isRead && trial.messages.isEmpty
  }

  /// Why no invitation in it can be answered.
  private(set) var reason = "it is no invitation"

  private let own: OwnAddresses

  /// Looks at a file in a store; throws the errors of an import.
  init(_ file: OpenedFile, in session: Session) throws {
    self.file = file
    let context = try session.context().context
    let workspace = try session.workspaceForTrial()
    own = OwnAddresses(workspace.ownAddresses)
    switch file {
    case .address(let address): lookAtAddress(address)
    case .contacts(let contacts, let path): lookAtContacts(contacts, path)
    case .calendars(let bytes, let path):
      let looked = try lookAtCalendars(bytes, path, context, workspace)
      trial = looked
      try describe(looked, bytes, context, workspace)
    }
  }

  // MARK: What is no calendar file

  private mutating func lookAtAddress(_ address: String) {
    lines.append("a calendar that is published at \(address)")
    actions = [.subscribe]
    isChange = true
    let path = address.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/")
    let last = parts.count > 1 ? parts.last.map(String.init) ?? "" : ""
    let name = last.lowercased().hasSuffix(".ics") ? String(last.dropLast(4)) : last
    calendar = OpenController.CalendarQuestion(
      "Name", proposal: name.isEmpty ? parts.first.map(String.init) ?? "Subscription" : name)
  }

  private mutating func lookAtContacts(_ contacts: ContactFile, _ path: String) {
    lines.append("\(path): contacts with \(ChangeReport.count(contacts.count, "birthday"))")
    for problem in contacts.problems { lines.append("warning: \(path):\(problem.line): \(problem.message)") }
    guard contacts.count > 0 else { return }
    actions = [.import]
    isChange = true
  }

  // MARK: Calendars

  /// Imports the calendars without keeping anything.
  private mutating func lookAtCalendars(
    _ bytes: [UInt8], _ path: String, _ context: QueryContext, _ workspace: Workspace
  ) throws -> ImportOutcome {
    var options = ImportOptions()
    options.isDryRun = true
    do throws(EditError) {
      return try workspace.importCalendars(bytes, named: path, options: options, now: context.now)
    } catch {
      switch error {
      case .noCalendar, .noDefaultCalendar, .noReminderList: break
      default: throw error
      }
    }
    // Nothing says where new invitations go: a person is asked.
    let titles = try workspace.calendarsForNewItems(.event).map(\.title)
    let proposal = titles.first ?? "Home"
    calendar = OpenController.CalendarQuestion("Calendar", proposal: proposal, titles: titles)
    options.into = .title(proposal)
    options.makesCalendar = true
    return try workspace.importCalendars(bytes, named: path, options: options, now: context.now)
  }

  private mutating func describe(
    _ outcome: ImportOutcome, _ bytes: [UInt8], _ context: QueryContext, _ workspace: Workspace
  ) throws {
    let summary = outcome.summary
    for problem in summary.problems {
      let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
      lines.append("\(place): \(problem.severity.rawValue): \(problem.text)")
    }
    for message in outcome.messages { try describe(message, context, workspace) }
    let isMessage = !outcome.messages.isEmpty
    if !summary.parts.isEmpty {
      try describe(summary, bytes, context, workspace)
    } else if !isMessage, summary.unreadable == 0, summary.problems.isEmpty {
      lines.append("\(file.name): no events and no reminders")
    }
    isChange =
      outcome.messages.contains(where: \.isChange) || summary.added + summary.updated > 0
    if !invitations.isEmpty { actions = [.accept, .maybe, .decline] }
    if isChange { actions.append(.import) }
    if actions.isEmpty { calendar = nil }
  }

  private mutating func describe(
    _ message: SchedulingOutcome, _ context: QueryContext, _ workspace: Workspace
  ) throws {
    var shown = message
    // The place is that of the trial.
    shown.calendar = nil
    let sentence = SchedulingSentences(zone: context.zone).sentence(shown)
    lines.append(sentence)
    reason = sentence
    guard message.method == .request, !message.isRefused else { return }
    let card = InvitationCard(context, workspace)
    lines += card.lines(message.item)
    for other in try card.overlaps(message.item, target: message.effect == .added ? nil : message.target) {
      lines.append(" overlaps    \(other)")
    }
    if own.canAnswer(message) { return }
    reason = own.reason(message)
    lines.append(reason)
  }

  private mutating func describe(
    _ summary: ImportSummary, _ bytes: [UInt8], _ context: QueryContext, _ workspace: Workspace
  ) throws {
    let listing = try OpenedItems(bytes, named: file.name, context)
    if let publisher = listing.publisher { lines.append(publisher) }
    lines += listing.lines
    for part in summary.parts where part.added + part.updated == 0 && part.unchanged > 0 {
      lines.append("unchanged: \(part.title) has all of it")
    }
    if summary.added + summary.updated == 0 { return }
    let titles = try workspace.calendarsForNewItems(.event).map(\.title)
    let places = summary.parts.map { $0.title + ($0.isNew ? " (new)" : "") }
    calendar = OpenController.CalendarQuestion(
      "Calendar", proposal: places.joined(separator: ", "), titles: titles)
  }
}

/// The person's addresses, and the invitations that are for them.
struct OwnAddresses {
  private let addresses: Set<String>

  /// Creates the addresses, which are in lower case.
  init(_ addresses: Set<String>) { self.addresses = addresses }

  /// Whether a message is somebody's invitation to the person that is in the store, or would be.
  func canAnswer(_ message: SchedulingOutcome) -> Bool {
    message.method == .request && !message.isRefused && message.item.foreignOrganizer(addresses) != nil
      && message.item.status != .cancelled
  }

  /// Why an invitation cannot be answered.
  func reason(_ message: SchedulingOutcome) -> String {
    if addresses.isEmpty {
      return "set own.addresses = \"you@example.org\" says who you are, so that you can answer"
    }
    if let organizer = message.item.organizer, organizer.isOne(of: addresses) {
      return "it is your own meeting"
    }
    let known = addresses.sorted().joined(separator: ", ")
    return "it is for somebody else: none of those invited is you (\(known))"
  }
}

extension SchedulingOutcome {
  /// Whether the message was not applied.
  var isRefused: Bool { if case .refused = effect { true } else { false } }
}
