#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// The one line editor of the process.
///
/// Use it only when standard input and output are both terminals: elsewhere the library echoes the prompt,
/// the colors and every line. The caller decides. The library keeps its state in globals, hence the single
/// instance on the main actor. Only `EditorLibrary` knows the library: GNU readline, or libedit if the
/// package is built with the trait `Libedit`.
@MainActor
package final class Prompt: LineSource {
  /// The line editor of this process.
  package static let shared = Prompt()

  /// The library that edits lines, with the version that it tells, such as `GNU readline 8.2`.
  package static var library: String { EditorLibrary.name + " " + EditorLibrary.version }

  /// Answers Tab; without one Tab does nothing.
  package var completer: Completer?

  /// Asked about twice a second while nothing is typed; what it answers is shown above the line.
  package var notice: (@MainActor () -> String?)?

  /// Lines entered in this session, oldest first: what a history file has still to learn.
  package private(set) var newHistory: [String] = []

  /// What stood in the line that Ctrl-C gave up last.
  package internal(set) var canceledText = ""

  // The state of the edited line, which the library's callbacks use.
  private(set) var request = LineRequest("")
  var answer = LineAnswer(LineRequest(""))
  var isCanceled = false
  var waits = 0
  var labels: [String] = []

  /// Lines of a paste that answer the next requests.
  private var pasted = PastedLines()
  private var isPrepared = false
  private var lastHistoryLine: String?

  private init() {}

  // MARK: Reading

  /// Reads one line behind a prompt, with earlier lines at the arrow keys.
  package func read(_ prompt: String) -> LineInput {
    var request = LineRequest(prompt)
    request.usesHistory = true
    return read(request)
  }

  /// Reads one line as it is asked for; a line that was pasted for it is taken and shown.
  package func read(_ request: LineRequest) -> LineInput {
    prepare()
    self.request = request
    if !EditorLibrary.canDim { self.request.look = .bracketed }
    answer = LineAnswer(request)
    if let line = pasted.next(for: request) { return show(pasted: line) }
    isCanceled = false
    let usual = completer
    if let own = request.completer { completer = own }
    defer { completer = usual }
    let text = EditorLibrary.read(promptText, in: LineText.canStand(request.text) ? request.text : "")
    guard let text else { return .endOfInput }
    return isCanceled ? .canceled : pasted.answer(answer, of: text, to: request)
  }

  /// The text before the line now.
  var promptText: String {
    LineText.markingEscapes(request.prompt(answer.proposal))
  }

  /// Makes the key sequence (bytes as the terminal sends them) put a text into the line.
  package func bind(keys: String, inserting text: String) {
    prepare()
    EditorLibrary.bind(keys: keys, inserting: text)
  }

  // MARK: Pasted answers

  /// How many lines of a paste still wait for a question.
  package var pastedCount: Int { pasted.count }

  /// Forgets what was pasted and not asked for.
  package func dropPasted() { pasted.drop() }

  /// Keeps the lines of a paste after the first for the following requests; returns the first.
  func takeFirst(of text: String) -> String { pasted.takeFirst(of: text) }

  private func show(pasted line: String) -> LineInput {
    let shown = answer.takes(line) && request.look == .dim ? answer.proposal?.shown ?? "" : line
    EditorLibrary.show(request.prompt(answer.proposal) + shown + "\n")
    return answer.input(line)
  }

  // MARK: History

  /// Makes the lines of earlier sessions reachable by the arrow keys.
  package func loadHistory(_ lines: [String], limit: Int = 1000) {
    prepare()
    EditorLibrary.loadHistory(lines.filter { !$0.isEmpty }, limit: limit)
    lastHistoryLine = lines.last
  }

  /// Adds a line to the history.
  ///
  /// Blank lines, and a line equal to the one before it, are not kept twice.
  package func addHistory(_ line: String) {
    let line = LineText.joiningLines(line)
    guard line.contains(where: { !$0.isWhitespace }), line != lastHistoryLine else { return }
    EditorLibrary.addHistory(line)
    newHistory.append(line)
    lastHistoryLine = line
  }

  /// Writes the lines of this session to a file; afterward they are no longer new.
  package func saveHistory(to file: HistoryFile) throws(HistoryError) {
    try file.append(newHistory)
    newHistory = []
  }

  // MARK: Set-up

  /// Redirects the editor to another pair of streams, such as a pseudo-terminal in a test.
  func use(input: UnsafeMutablePointer<FILE>?, output: UnsafeMutablePointer<FILE>?) {
    EditorLibrary.use(input: input, output: output)
  }

  private func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    useUTF8Locale()
    EditorLibrary.prepare()
  }

  /// Sets a UTF-8 locale, without which the library cuts characters in half.
  ///
  /// The library reads the locale from the environment at its first line.
  private func useUTF8Locale() {
    setlocale(LC_CTYPE, "")
    if let name = nl_langinfo(nl_item(CODESET)), String(cString: name) == "UTF-8" { return }
    unsetenv("LC_ALL")
    setenv("LC_CTYPE", "C.UTF-8", 1)
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  // MARK: Callbacks of the library

  /// The notice to show now; only every fifth call invokes `notice`.
  func dueNotice() -> String? {
    waits += 1
    return waits % 5 == 0 ? notice?() : nil
  }

  /// The texts that the library needs at a cursor, and whether a blank follows a single one.
  func complete(_ line: String, _ cursor: Int) -> (texts: [String], appendsBlank: Bool)? {
    guard var reply = completer?(line, cursor) else { return nil }
    reply.candidates.removeAll { !LineText.canStand($0.replacement) || !LineText.canStand($0.label) }
    guard let texts = LineText.replacements(line: line, cursor: cursor, reply: reply)
    else { return nil }
    labels = reply.candidates.map(\.label)
    return (texts, reply.appendsBlank)
  }
}
