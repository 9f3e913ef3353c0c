import Changes
import JSON
import Platform
import Rendering
import Sync

/// Statements about accounts, and about the calendars that are linked with them.
extension StatementRunner {
  /// The accounts of the writable store.
  func accountBook() throws -> AccountBook {
    AccountBook(try session.writableStore(), now: try session.context().context.now)
  }

  /// Runs work on accounts; its error points at a place of the statement.
  func accounting<Result>(
    at range: SourceRange?, _ body: () throws(AccountError) -> Result
  ) throws -> Result {
    do throws(AccountError) {
      return try body()
    } catch {
      throw ShellError.fault(error, at: range, source: source)
    }
  }

  /// Names that may be meant, as they are written in a statement.
  func nearNames(of name: String, among names: [String]) -> [String] {
    Spelling.suggestions(for: name, among: names).map(Quoting.word)
  }

  /// The source of a name, with names that are near it in the error.
  func source(_ name: NameSyntax, _ book: AccountBook) throws -> SourceRecord {
    try accounting(at: name.range) { () throws(AccountError) in
      do throws(AccountError) {
        return try book.source(named: name.text)
      } catch {
        guard case .unknownAccount = error else { throw error }
        let titles = try book.all().map(\.source.title)
        throw .unknownAccount(name.text, near: nearNames(of: name.text, among: titles))
      }
    }
  }

  // MARK: Accounts

  func accounts() throws -> Answer {
    let (context, _) = try session.context()
    guard let store = try session.readableStore() else { return noStore }
    let lines = try AccountLine.all(in: store)
    // A client's business is the names alone.
    let showsPlace = session.client == nil
    func state(of line: AccountLine) -> String {
      showsPlace || !line.hasFault ? line.state : "not in sync"
    }
    let columns: [TableColumn] = [
      .text("account", least: 6), .fixed("kind"), .fixed("calendars"), .text("state", least: 8),
      .fixed("synced", leaves: 1), .text("place", least: 10, leaves: 2),
    ]
    let listing = Listing(lines, .table(columns), ids: { [PublicID.text(.source, $0.source.id)] }) { line in
      var object = JSONObjectText().adding("account", line.source.title).adding("kind", line.kind)
        .adding("calendars", line.calendars).adding("state", state(of: line))
      if let synced = line.synced { object = object.adding("synced", synced.description) }
      if showsPlace, let place = line.place { object = object.adding("place", place) }
      return object
    } cells: { line in
      let synced = line.synced.map { instant in
        let local = context.zone.civil(at: instant)
        return "\(local.date) \(local.time.description.prefix(5))"
      }
      return [
        TableCell(SafeText.line(line.source.title)), TableCell(line.kind), TableCell(String(line.calendars)),
        TableCell(SafeText.line(state(of: line))), TableCell(synced ?? ""),
        TableCell(showsPlace ? SafeText.line(line.place ?? "") : ""),
      ]
    }
    return .listing(listing)
  }

  func addAccount(_ name: NameSyntax, _ path: TextSyntax?) throws -> Answer {
    let book = try accountBook()
    guard let path else {
      let made = try accounting(at: name.range) { () throws(AccountError) in try book.add(name.text) }
      session.say("added the account \(SafeText.line(made.title)), which is kept in this store alone")
      return answer(made, "saved")
    }
    try confirmMany(at: path, book)
    // A sync beside it would take the folder's calendars in before they are linked.
    let lock = session.isServing ? nil : try syncLock()
    let (made, step): (SourceRecord, GrowingStep)
    do throws(AccountError) {
      (made, step) = try book.add(name.text, path: session.path(literal(path)))
    } catch {
      throw ShellError.fault(error, at: error.isAboutName ? name.range : path.range, source: source)
    }
    session.say("added the account \(SafeText.line(made.title))")
    do {
      try offerLinks(made, book)
      return try sync([SyncTarget(source: made, step: step)], isDryRun: false, lock)
    } catch {
      // The first sync closes it, unless it was not reached.
      try book.store.finishing(step)
      throw error
    }
  }

  /// The number of folders from which on a person is asked: a home folder was hardly meant.
  private static let many = 30

  /// Asks whether very many folders are to become calendars.
  private func confirmMany(at path: TextSyntax, _ book: AccountBook) throws {
    guard session.canAsk, let names = try? book.calendars(in: session.path(literal(path))),
      names.count > Self.many
    else { return }
    let some = names.prefix(6).map { SafeText.line($0) }.joined(separator: ", ")
    session.say("\(names.count) folders there would become calendars: \(some), …")
    guard session.question.agrees("Add them all? [y]es [n]o") == true else { throw ShellError.canceled }
  }

  func editAccount(_ name: NameSyntax, _ settings: [AccountSettingSyntax]) throws -> Answer {
    let book = try accountBook()
    let known = try source(name, book)
    var (title, path): (String?, String?)
    var (place, namePlace): (SourceRange?, SourceRange?)
    for setting in settings {
      switch setting.kind {
      case .name(let text): (title, namePlace) = (literal(text), setting.range)
      case .path(let text): (path, place) = (session.path(literal(text)), setting.range)
      }
    }
    let changed: SourceRecord
    do throws(AccountError) {
      changed = try book.edit(known, name: title, path: path)
    } catch {
      throw ShellError.fault(error, at: error.isAboutName ? namePlace : place, source: source)
    }
    session.say("changed the account \(SafeText.line(changed.title))")
    return answer(changed, "saved")
  }

  func deleteAccount(_ name: NameSyntax, _ word: RemainsWord?) throws -> Answer {
    let book = try accountBook()
    let known = try source(name, book)
    var remains: AccountBook.Remains? = word.map { $0 == .keep ? .keep : .remove }
    let count = try book.store.calendars().count { $0.source == known.id }
    if remains == nil, count > 0, session.canAsk {
      let question = "\(ChangeReport.count(count, "calendar")): [k]eep here, or [r]emove? (the files stay)"
      guard let word = session.question.choose(question, RemainsWord.self) else { throw ShellError.canceled }
      remains = word == .keep ? .keep : .remove
    }
    let choice = remains
    let kept = try accounting(at: name.range) { () throws(AccountError) in try book.delete(known, choice) }
    let what = ChangeReport.count(kept, "calendar")
    session.say(
      "deleted the account \(SafeText.line(known.title))"
        + (kept == 0 ? "" : choice == .keep ? ", and kept \(what)" : " with \(what)"))
    return answer(known, "deleted")
  }

  private func answer(_ source: SourceRecord, _ outcome: String) -> Answer {
    let id = PublicID.text(.source, source.id)
    return .change(
      ChangeAnswer(
        JSONObjectText().adding("outcome", outcome).adding("ids", [id]).adding("count", 1), ids: [id]))
  }

  // MARK: Subscriptions

  /// Runs `add calendar "Holidays" from "https://…"`.
  func subscribe(to address: TextSyntax, title: String, color: String?) throws -> Answer {
    let book = try accountBook()
    let lock = try syncLock()
    defer { withExtendedLifetime(lock) {} }
    let place = literal(address)
    let made = try accounting(at: address.range) { () throws(AccountError) in
      try book.subscribe(to: place, title: title, color: color, by: session.transport)
    }
    let count = try book.store.statistics().count(in: made.id, of: nil)
    return self.answer(
      made,
      "added the calendar \(SafeText.line(made.title)) with \(ChangeReport.count(count, "item")), which is only read"
    )
  }

  // MARK: Links

  /// Offers a new account's folders to the calendars of this store that have the same items, and to others
  /// that may be copied there; without a terminal it only says what could be linked.
  private func offerLinks(_ made: SourceRecord, _ book: AccountBook) throws {
    let store = book.store
    let linked = Set(try store.collections().map(\.calendar))
    let sources = Dictionary(uniqueKeysWithValues: try store.sources().map { ($0.id, $0) })
    var left = try store.calendars().filter {
      !linked.contains($0.id) && !$0.isSubscribed && sources[$0.source]?.kind == .local
    }.filter { (calendar) throws(StoreError) in try store.statistics().count(in: calendar.id, of: nil) > 0 }
    if left.isEmpty { return }
    for collection in try store.collections(of: made.id) {
      let place = "\(made.title)/\(collection.name)"
      let uids = try accounting(at: nil) { () throws(AccountError) in
        try book.uids(in: collection.name, of: made)
      }
      for calendar in left {
        let (shared, all) = try accounting(at: nil) { () throws(AccountError) in
          try book.shared(calendar, with: uids)
        }
        if shared == 0 { continue }
        let title = SafeText.line(calendar.title)
        let what =
          "\(title) has \(ChangeReport.count(shared, "item")) of \(all) in common with \(SafeText.line(place))"
        guard session.canAsk else {
          session.note(
            "\(what): link calendar \(Quoting.word(calendar.title)) to \(Quoting.string(place)) makes them one"
          )
          continue
        }
        session.say(what)
        let answers = [("link", true), ("keep", false)]
        guard let links = session.question.choose("[l]ink them, or [k]eep both?", among: answers) else {
          throw unfinished(made)
        }
        guard links else { continue }
        _ = try accounting(at: nil) { () throws(AccountError) in
          try book.link(calendar, to: made, collection.name)
        }
        left.removeAll { $0.id == calendar.id }
        break
      }
    }
    try offerCopies(left, to: made, book)
  }

  /// The end of `add account` at a question: the account is there.
  private func unfinished(_ made: SourceRecord) -> ShellError {
    let name = Quoting.word(made.title)
    session.note(
      "the account is there and not synced yet: `sync \(name)` goes on, `delete account \(name) remove` takes it back"
    )
    return .reported("", status: 4)
  }

  /// Asks which calendars of this store are to be in an account too.
  private func offerCopies(_ left: [CalendarRecord], to made: SourceRecord, _ book: AccountBook) throws {
    guard session.canAsk, !left.isEmpty else { return }
    session.say(
      "these calendars are kept in this store alone: "
        + left.map { SafeText.line($0.title) }.joined(separator: ", "))
    while true {
      guard
        case .line(let answer) = session.question.readLine(
          "which of them go to \(SafeText.line(made.title)) too (names, Enter for none)? ")
      else { throw unfinished(made) }
      let names = answer.split(separator: ",").map { String($0).trimmingBlanks }
      let chosen = names.map { name in left.first { Folding.name($0.title) == Folding.name(name) } }
      if let unknown = zip(names, chosen).first(where: { $0.1 == nil })?.0 {
        session.say("no calendar called `\(SafeText.line(unknown))` among them")
        continue
      }
      var seen: Set<Int> = []
      for calendar in chosen.compactMap({ $0 }) where seen.insert(calendar.id).inserted {
        _ = try accounting(at: nil) { () throws(AccountError) in
          try book.link(calendar, to: made, try book.freePlace(for: calendar, in: made))
        }
      }
      return
    }
  }

  /// Syncs the calendar that a folder has, so that the folder has all of it.
  private func syncBeforeLink(_ account: SourceRecord, _ folder: String, _ book: AccountBook) throws {
    let store = book.store
    guard let collection = try store.collections(of: account.id).first(where: { $0.name == folder }),
      let calendar = try store.calendars().first(where: { $0.id == collection.calendar })
    else { return }
    let reports = try synced([SyncTarget(source: account, calendar: calendar.id)])
    let conflicts = try store.syncConflicts().count { $0.collection == collection.id }
    if conflicts > 0 {
      throw ShellError.fault(
        AccountError.openConflicts(calendar.title, count: conflicts), at: nil, source: source)
    }
    for report in reports {
      let open = report.collections.first { $0.fault != nil || $0.held > 0 || $0.rejected > 0 }
      guard
        let reason = report.fault?.sentence ?? open?.fault?.sentence ?? open.map({ _ in "something waits" })
      else { continue }
      throw ShellError.fault(
        AccountError.notInSync(calendar: calendar.title, reason: reason), at: nil, source: source)
    }
  }

  func linkCalendar(_ name: NameSyntax, _ place: TextSyntax) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let calendar = try named(context, workspace) { (binder) throws(QueryError) in try binder.calendar(name) }
    let book = try accountBook()
    let whole = literal(place)
    let slash = whole.firstIndex(of: "/") ?? whole.endIndex
    let account = try source(NameSyntax(String(whole[..<slash]), range: place.range), book)
    // Without a folder it is the account's own.
    let folder = String(whole[slash...].dropFirst())
    // What the folder's calendar has of its own goes there first, so that nothing of it is lost.
    try syncBeforeLink(account, folder, book)
    let present = try accounting(at: place.range) { () throws(AccountError) in
      try book.link(calendar, to: account, folder)
    }
    session.say(
      "linked \(SafeText.line(present.title)) to \(SafeText.line(account.title))/\(SafeText.line(folder))")
    return try sync([SyncTarget(source: account, calendar: present.id)], isDryRun: false)
  }

  func unlinkCalendar(_ name: NameSyntax) throws -> Answer {
    let (context, _) = try session.context()
    let workspace = try session.workspace()
    let calendar = try named(context, workspace) { (binder) throws(QueryError) in try binder.calendar(name) }
    let book = try accountBook()
    let present = try accounting(at: name.range) { () throws(AccountError) in try book.unlink(calendar) }
    return answer(present, "\(SafeText.line(present.title)) is kept in this store alone now; its files stay")
  }
}
