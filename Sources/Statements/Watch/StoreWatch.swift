import Changes
import Platform
import Rendering

/// Watches a question in a session that has the store itself.
package struct StoreWatch {
  private let session: Session
  private let source: String
  private let question: StatementSyntax
  /// The interval between checks of the store, in milliseconds.
  private static let pollInterval: Int32 = 200

  package init(session: Session, source: String, question: StatementSyntax) {
    (self.session, self.source, self.question) = (session, source, question)
  }

  /// Runs until Ctrl-C, which ends only the watch at the prompt, and elsewhere the program with status 130.
  package func run() throws {
    try KeyboardInterrupt.ending(in: session) { (signal) in try follow(signal) }
  }

  private func follow(_ signal: KeyboardInterrupt) throws {
    var printer = try WatchPrinter(session, format: try format()) { try answer() }
    var version = try present()
    var minute = self.minute
    var known: [RowIdentity: Int] = [:]
    try compare(&known) { _, identity, row, name in printer.present(identity.text, row, name: name()) }
    try printer.ready()
    while session.output.isOpen, !signal.hasCome {
      _ = signal.wait(milliseconds: Self.pollInterval, output: session.output.descriptor)
      if signal.hasCome || signal.isReaderGone { return }
      let (newVersion, newMinute) = (try present(), self.minute)
      // The meaning of `now` and `today` changes without a change of the store.
      if newVersion == version, newMinute == minute { continue }
      (version, minute) = (newVersion, newMinute)
      try compare(&known) { change, identity, row, name in
        printer.change(change, identity.text, row, name: name())
      }
      try printer.finish()
    }
  }

  /// The current minute of the clock; constant if the clock is set to a fixed moment.
  private var minute: Int { session.settings.nowText == nil ? SystemClock.minuteStep : 0 }

  /// Returns the version of the store; nil while there is none.
  private func present() throws -> Int? {
    let store = try session.readableStore()
    return try store?.dataVersion()
  }

  // MARK: Answers

  /// Returns the present rows of the question, for a view with its present definition; nil if the client may
  /// not see them.
  private func rows() throws -> RowAnswer? {
    switch try session.run(question, source: source) {
    case .rows(let rows): return rows
    case .page(let page): return page.rows
    case .document(let document): throw ShellError.notWatched(document.format)
    case .hidden: return nil
    case .change, .listing, .text, .forms, .watch, .script, .tour, .nothing, .broken: return nil
    }
  }

  /// Returns the format that the question, an option or a setting names; objects for programs.
  private func format() throws -> OutputFormat {
    guard let rows = try rows() else { return session.format }
    AnswerPrinter(session: session).tell(rows)
    return rows.format
  }

  /// Writes the whole answer for people.
  private func answer() throws {
    guard var rows = try rows() else { return }
    // Notes on the question were shown at the beginning.
    rows.notes = []
    try AnswerPrinter(session: session).print(.rows(rows))
  }

  /// Asks the question, and reports each row that differs from the known ones.
  private func compare(
    _ known: inout [RowIdentity: Int], _ tell: (RowChange, RowIdentity, [UInt8], () -> String) -> Void
  ) throws {
    var comparison = RowComparison(with: known)
    if let rows = try rows() {
      var result = try rows.result()
      try rows.reading { () throws(QueryError) in
        let rendering = RenderContext(
          now: rows.context.now, zone: rows.context.zone, noun: rows.bound.noun, columns: result.columns,
          range: rows.bound.range)
        var renderer = JSONRenderer(rendering, isLines: true)
        while let row = try result.next() {
          let bytes = try renderer.object(row, most: .max, until: session.stopSignal)
          var identity = RowIdentity(row, bytes)
          if let change = comparison.take(&identity, bytes) {
            tell(change, identity, bytes) { RowName.text(row, in: rows.context.zone) }
          }
        }
      }
    }
    for identity in comparison.removed { tell(.removed, identity, Array(identity.text.utf8)) { "" } }
    known = comparison.present
  }
}
