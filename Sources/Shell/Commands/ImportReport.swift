import Store

/// Tells what an import did: a line for each calendar, and every warning with its place.
struct ImportReport {
  let session: Session
  let isDryRun: Bool
  private(set) var unreadable = 0
  private var parts: [(title: String, part: ImportSummary.Part)] = []

  init(session: Session, isDryRun: Bool) {
    self.session = session
    self.isDryRun = isDryRun
  }

  mutating func add(_ summary: ImportSummary, file: String) {
    unreadable += summary.unreadable
    for problem in summary.problems {
      let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
      session.say(
        "\(place): \(problem.severity == .error ? "error" : "warning"): \(SafeText.line(problem.text))")
    }
    for part in summary.parts {
      if let index = parts.firstIndex(where: { $0.part.calendar == part.calendar }) {
        parts[index].part.added += part.added
        parts[index].part.updated += part.updated
        parts[index].part.unchanged += part.unchanged
        parts[index].part.skipped += part.skipped
      } else {
        parts.append((part.title, part))
      }
    }
  }

  func finish() {
    for (title, part) in parts {
      var counts: [String] = ["\(part.added) added"]
      if part.updated > 0 { counts.append("\(part.updated) updated") }
      if part.unchanged > 0 { counts.append("\(part.unchanged) unchanged") }
      if part.skipped > 0 { counts.append("\(part.skipped) skipped (the stored version is newer)") }
      let name = SafeText.line(title) + (part.isNew ? " (new calendar)" : "")
      session.say((isDryRun ? "would import: " : "") + name + ": " + counts.joined(separator: ", "))
    }
  }
}

/// A bar on standard error, once an import takes longer than half a second on a terminal.
struct ProgressBar {
  private let session: Session
  private let name: String
  private let began = SystemClock.monotonicNanoseconds()
  private var lastShown: UInt64 = 0
  private var isShown = false

  init(session: Session, name: String) {
    self.session = session
    self.name = name
  }

  mutating func show(_ done: Int, of total: Int?) {
    guard session.surroundings.errorIsTerminal else { return }
    let now = SystemClock.monotonicNanoseconds()
    guard now - began > 500_000_000, now - lastShown > 100_000_000 else { return }
    lastShown = now
    isShown = true
    var text = "\r\u{1b}[Kimporting " + SafeText.line(name) + "  "
    if let total, total > 0 {
      let filled = min(20, done * 20 / total)
      text +=
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        + "] \(min(100, done * 100 / total)) %"
    } else {
      text += "\(done / 1024) KiB"
    }
    session.errors.append(text)
    try? session.errors.flush()
  }

  mutating func clear() {
    if !isShown { return }
    isShown = false
    session.errors.append("\r\u{1b}[K")
    try? session.errors.flush()
  }
}
