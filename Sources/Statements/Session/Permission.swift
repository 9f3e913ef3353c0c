import Changes

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The use of a kind of item by a statement, for the permission of a client.
package struct AccessNeed: Hashable {
  package enum Use: Hashable { case read, add, change }

  package var use: Use
  package var kind: ItemKind

  package init(_ use: Use, _ kind: ItemKind) {
    self.use = use
    self.kind = kind
  }
}

/// The permission of a client other than the owner, requested at its first read or write of a kind, never
/// before.
///
/// It is looked up again before every statement. Until the owner answers, the statement waits; then it runs
/// once.
struct Permission {
  private let session: Session
  private let client: String
  private let control: AccessControl

  init(session: Session, client: String, store: CalendarStore) {
    self.session = session
    self.client = client
    control = AccessControl(store, client: client)
  }

  /// Ensures the permissions for a statement; returns false if the client may only add, so that it reads
  /// nothing.
  func ensure(_ needs: [AccessNeed]) throws -> Bool {
    var canRead = true
    for need in needs {
      var level = try control.level(need.kind)
      if level == .undetermined { level = try ask(need) }
      switch need.use {
      case .add where level.canAdd, .change where level.canChange, .read where level.canRead: continue
      case .read where level == .writeOnly:
        canRead = false
        session.note("\(client) may only add \(Self.plural(need.kind)): nothing is shown")
      default:
        throw ShellError.noAccess(
          client: client, kind: need.kind, answer: level == .restricted ? .restricted : .denied)
      }
    }
    return canRead
  }

  /// Raises the request and waits for the owner's answer.
  private func ask(_ need: AccessNeed) throws -> AccessLevel {
    let now = try session.context().context.now
    let wanted: AccessLevel =
      need.use == .add && need.kind == .event ? .writeOnly : need.use == .read ? .readOnly : .full
    // Only the request is written; the session keeps its connection for reading, which others may hold.
    let store = try session.storeForRequests()
    let owner = AccessControl(store, client: client)
    _ = try owner.request(wanted, need.kind, reason: session.clientReason ?? "", now: now)
    // A program gets this answer at once and may ask again.
    if session.isServing {
      throw ShellError.noAccess(client: client, kind: need.kind, answer: .unanswered)
    }
    let words = Self.plural(need.kind)
    session.say(
      "\(client) asks for access to \(words). The owner answers with access grant \(client) \(words) "
        + "\(wanted == .readOnly ? "read-only" : wanted == .writeOnly ? "write-only" : "full"), or access deny."
    )
    let isWatched = session.environment.errorIsTerminal
    if isWatched { session.say("Waiting; Ctrl-C gives up.") }
    // A person cancels after a while; a script must end some day.
    var tries = 0
    while isWatched || tries < 300 {
      let level = try control.level(need.kind)
      if level != .undetermined {
        session.say("the owner answered: \(level.name)")
        return level
      }
      tries += 1
      if usleep(200_000) != 0, errno == EINTR { throw ShellError.canceled }
    }
    throw ShellError.noAccess(client: client, kind: need.kind, answer: .unanswered)
  }

  static func plural(_ kind: ItemKind) -> String { kind == .reminder ? "reminders" : "events" }
}

extension Session {
  /// Returns the needs of a statement by its facts, with the stored kinds of its targets.
  func accessNeeds(of facts: StatementFacts, _ store: CalendarStore?) -> [AccessNeed] {
    facts.needs.flatMap { need in
      switch need {
      case .items(let need): return [need]
      case .target(let target, let use, let kind):
        let kinds = store.map { targetKinds(target, kind, $0) } ?? [.event]
        return kinds.map { AccessNeed(use, $0) }
      case .quick(let text):
        guard case .literal(let words) = text.kind else { return [AccessNeed(.add, .event)] }
        let titles = Set(((try? store?.calendars()) ?? []).map { Folding.name($0.title) })
        let readings = SpokenItem.readings(
          of: words, options: ParseOptions(dateOrder: settings.dateOrder)
        ) { titles.contains(Folding.name($0)) }
        return Set(readings.prefix(1).map { ItemKind($0.add.kind) }).map { AccessNeed(.add, $0) }
      }
    }
  }

  /// Returns the kinds of items that a target may mean.
  private func targetKinds(_ target: TargetSyntax, _ only: ItemKind?, _ store: CalendarStore) -> [ItemKind] {
    func kind(_ target: ItemTarget?) -> ItemKind? {
      target.flatMap { try? store.record($0.item)?.kind }
    }
    switch target.kind {
    case .query(let query): return [query.noun == .reminders ? .reminder : .event]
    case .title(let title):
      if let only { return [only] }
      // Nobody learns by a title whether there is a reminder that they may not see.
      guard canReadUnasked(.reminder), let context = try? context().context,
        var binder = try? ChangeBinder(context: context, store: store),
        let found = try? binder.items(titled: title), !found.candidates.isEmpty
      else { return [.event] }
      return Array(Set(found.candidates.map(\.kind))).sorted { $0 == .event && $1 != .event }
    case .last:
      let last = lastTouched ?? (try? store.lastTouchedItem()).flatMap { $0.map { ItemTarget(item: $0) } }
      return [kind(last) ?? .event]
    case .references(let references):
      let found = references.map { reference in
        switch reference {
        case .item(let identifier): identifier.text.hasPrefix("rm:") ? ItemKind.reminder : .event
        case .row(let number, _):
          kind(shownRows.indices.contains(number - 1) ? shownRows[number - 1] : nil) ?? .event
        }
      }
      return Array(Set(found)).sorted { $0 == .event && $1 != .event }
    }
  }
}
