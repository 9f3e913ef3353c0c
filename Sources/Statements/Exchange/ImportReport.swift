import Changes
import Interchange
import JSON
import Platform
import Rendering

/// Reports the effect of an import: a line for each calendar and each message, every warning with its place,
/// and an object for programs.
struct ImportReport {
  let session: Session
  let isDryRun: Bool
  private let sentences: SchedulingSentences
  private var summary = ImportSummary()
  private var messages: [(outcome: SchedulingOutcome, text: String)] = []
  private var step: Int?

  init(session: Session, zone: Zone, isDryRun: Bool) {
    self.session = session
    self.isDryRun = isDryRun
    sentences = SchedulingSentences(zone: zone)
  }

  /// Components, or whole files, that could not be read.
  var unreadable: Int { summary.unreadable }

  mutating func add(_ outcome: ImportOutcome) {
    session.tell(outcome.summary)
    summary.add(outcome.summary)
    for message in outcome.messages {
      let text = sentences.sentence(message)
      messages.append((message, text))
      session.say((isDryRun && message.isChange ? "would apply: " : "") + SafeText.line(text))
      if let target = message.target, !isDryRun { session.lastTouched = target }
    }
    step = outcome.step ?? step
  }

  /// Reports the imported items.
  func tell() {
    for part in summary.parts {
      var counts: [String] = ["\(part.added) added"]
      if part.updated > 0 { counts.append("\(part.updated) updated") }
      if part.unchanged > 0 { counts.append("\(part.unchanged) unchanged") }
      let present = part.skipped - part.older - part.repeated
      if part.older > 0 { counts.append("\(part.older) skipped (the stored version is newer)") }
      if part.repeated > 0 {
        counts.append("\(part.repeated) skipped (the file has another of the same UID)")
      }
      if present > 0 { counts.append("\(present) skipped (what is stored stays)") }
      let name = SafeText.line(part.title) + (part.isNew ? " (new calendar)" : "")
      session.say((isDryRun ? "would import: " : "") + name + ": " + counts.joined(separator: ", "))
    }
  }

  /// The answer of an import that came to its end.
  var answer: ChangeAnswer {
    let calendars = summary.parts.map { part in
      JSONObjectText()
        .adding("id", isDryRun && part.isNew ? nil : PublicID.text(.calendar, part.calendar))
        .adding("title", part.title).adding("new", isTrue: part.isNew).adding("added", part.added)
        .adding("updated", part.updated).adding("unchanged", part.unchanged).adding("skipped", part.skipped)
    }
    let object = JSONObjectText().adding("outcome", isDryRun ? "dry-run" : "imported")
      .adding("calendars", calendars)
      .adding("messages", messages.map { message($0.outcome, $0.text) })
      .adding("unreadable", summary.unreadable)
      // The step of a dry run was rolled back.
      .adding("undo", isDryRun ? nil : step.map { "u\($0)" })
    return ChangeAnswer(object)
  }

  private func message(_ outcome: SchedulingOutcome, _ text: String) -> JSONObjectText {
    var reason: String?
    if case .refused(let refusal) = outcome.effect { reason = refusal.code }
    var status: String?
    if case .answered(let answer) = outcome.effect { status = answer }
    let isMade = outcome.effect == .added
    return JSONObjectText().adding("method", outcome.method.rawValue).adding("effect", outcome.effect.code)
      .adding("reason", reason).adding("uid", outcome.uid)
      .adding("id", isDryRun && isMade ? nil : outcome.target?.id(outcome.item.kind))
      .adding("title", outcome.item.title).adding("from", outcome.sender?.email).adding("status", status)
      .adding("text", text)
  }
}

extension Session {
  /// Reports the unreadable parts of a calendar file, and those that were read in another way than written.
  func tell(_ summary: ImportSummary) {
    for problem in summary.problems {
      let place = SafeText.line(problem.line.map { "\(problem.file):\($0)" } ?? problem.file)
      say("\(place): \(problem.severity == .error ? "error" : "warning"): \(SafeText.line(problem.text))")
    }
  }

  /// Reports the unreadable parts of a file of contacts.
  func tell(_ contacts: ContactFile, of file: String) {
    for problem in contacts.problems {
      say("warning: \(SafeText.line(file)):\(problem.line): \(problem.message)")
    }
  }
}

/// A bar on standard error, once an import takes longer than half a second on a terminal.
struct ProgressBar {
  private var line: ProgressLine
  private let name: String

  init(session: Session, name: String) {
    line = ProgressLine(session)
    self.name = name
  }

  mutating func show(_ done: Int, of total: Int?) {
    guard line.isDue else { return }
    var text = "importing " + SafeText.line(name) + "  "
    if let total, total > 0 {
      let filled = min(20, done * 20 / total)
      text +=
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        + "] \(min(100, done * 100 / total)) %"
    } else {
      text += "\(done / 1024) KiB"
    }
    line.show(text)
  }

  mutating func clear() { line.clear() }
}

/// A line on standard error that says what is being done, once it takes longer than half a second on a
/// terminal.
struct ProgressLine {
  private let session: Session
  private let began = SystemClock.monotonicNanoseconds()
  private var lastShown: UInt64 = 0
  private var isShown = false

  init(_ session: Session) { self.session = session }

  /// Whether a new text would be shown now.
  var isDue: Bool {
    guard session.environment.errorIsTerminal else { return false }
    let now = SystemClock.monotonicNanoseconds()
    return now - began > 500_000_000 && now - lastShown > 100_000_000
  }

  /// Shows a text in the place of the one before.
  mutating func show(_ text: String) {
    guard isDue else { return }
    lastShown = SystemClock.monotonicNanoseconds()
    isShown = true
    session.errors.append("\r\u{1b}[K" + SafeText.line(text))
    try? session.errors.flush()
  }

  /// Takes the line away.
  mutating func clear() {
    if !isShown { return }
    isShown = false
    session.errors.append("\r\u{1b}[K")
    try? session.errors.flush()
  }
}
