import Changes
import Platform
import Rendering
import Sync

/// `sync watch`: syncs at once when a folder or the store changes, until Ctrl-C or a signal.
final class SyncWatch {
  private let runner: StatementRunner
  /// The answers of servers that a thread fetches; nil while no address is due.
  private var ahead: AnswersAhead?
  /// What was wrong with each account at the last sync, which is said once.
  private var trouble: [String: [String]] = [:]
  /// The longest time without a look, in milliseconds, where the system tells what changes and where not.
  private static let (toldInterval, untoldInterval) = (60_000, 1_000)
  /// How often the store is looked at, and how long a folder must be quiet, in milliseconds.
  private static let (pollInterval, quiet): (Int32, Int32) = (500, 100)

  init(_ runner: StatementRunner) { self.runner = runner }

  private var session: Session { runner.session }

  /// Syncs until it is ended.
  func run() throws {
    try KeyboardInterrupt.ending(in: session) { (signal) in try follow(signal) }
  }

  private func follow(_ signal: KeyboardInterrupt) throws {
    let watch = FolderWatch()
    var isFirst = true
    while session.output.isOpen, !signal.hasCome {
      // What changes during the sync is told after it.
      let folders = try folders()
      let isTold = watch.watch(folders)
      watch.drain()
      let store = try session.writableStore()
      let seen = try store.lastChange()
      let isDone = try sync(saysAll: isFirst)
      isFirst = false
      // A folder that came meanwhile was not watched while it was filled; another sync may have looked before.
      if !isDone { _ = signal.wait(milliseconds: Self.pollInterval, output: session.output.descriptor) }
      // What the sync itself wrote is looked at once more, and so is an edit that came at its end.
      if try !isDone || self.folders() != folders || store.lastChange() != seen { continue }
      var waited = 0
      let longest = isTold ? Self.toldInterval : Self.untoldInterval
      while waited < longest {
        let step = min(Self.pollInterval, Int32(longest - waited))
        _ = signal.wait(milliseconds: step, input: watch.descriptor, output: session.output.descriptor)
        if signal.hasCome || signal.isReaderGone { return }
        waited += Int(step)
        if ahead?.isDone == true { break }
        if watch.drain() {
          settle(watch, signal)
          break
        }
        if try store.lastChange() != seen { break }
      }
    }
  }

  /// Waits until a folder is quiet for a moment, at most a second: another sync writes many files.
  private func settle(_ watch: FolderWatch, _ signal: KeyboardInterrupt) {
    for _ in 0..<10 {
      _ = signal.wait(milliseconds: Self.quiet, input: watch.descriptor, output: session.output.descriptor)
      if signal.hasCome || signal.isReaderGone || !watch.drain() { return }
    }
  }

  private func folders() throws -> Set<String> {
    let store = try session.writableStore()
    var folders: Set<String> = []
    for account in try store.accounts() where account.kind == .folder {
      folders.insert(account.address)
      folders.formUnion(FolderAccount(account.address).folders())
    }
    return folders
  }

  /// The folders, and the addresses whose answers are there; those that are due are asked for.
  private func targets() throws -> [SyncTarget] {
    let store = try session.writableStore()
    let addresses = try store.accounts().filter { $0.kind == .subscriptions }.map(\.source)
    let targets = try runner.targets(nil)
    if ahead == nil {
      let now = try session.context().context.now
      let requests = try targets.filter { addresses.contains($0.source.id) }.flatMap { target in
        try SubscriptionSync(store, target.source, now: now).requests()
      }
      let variables = session.environment.variables
      if !requests.isEmpty {
        ahead = AnswersAhead(requests) { HelperTransport(variables: variables) }
      }
    }
    return ahead?.isDone == true ? targets : targets.filter { !addresses.contains($0.source.id) }
  }

  /// Syncs all accounts; what another sync is doing is waited for, and what did not change is not said.
  ///
  /// False when another sync was running.
  private func sync(saysAll: Bool) throws -> Bool {
    do {
      let reports = try runner.synced(try targets(), by: ahead)
      // What was fetched is taken in.
      if ahead?.isDone == true { ahead = nil }
      for report in reports {
        let isNews = trouble[report.title, default: []] != report.trouble
        trouble[report.title] = report.trouble
        if saysAll || report.isChanged || isNews { runner.tell(report, saysDue: false) }
      }
      let news = reports.flatMap(\.collections).filter { saysAll || $0.isChanged }
      if !news.isEmpty { try AnswerPrinter(session: session).print(runner.listing(news, isDryRun: false)) }
      try session.output.flush()
      return true
    } catch ShellError.fault(AccountError.syncRunning, _, _) {
      return false
    }
  }
}
