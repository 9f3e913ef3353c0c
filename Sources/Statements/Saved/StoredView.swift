import Changes
import JSON
import Rendering

/// A view of a store: what is saved, and what can be run of it.
package struct StoredView {
  /// The name as written; as folded for comparison if the text is not readable.
  package let name: String
  /// The statement that saved it.
  let text: String
  /// The view; the fault in its text if the present language cannot read it.
  let reading: Result<SavedView, ShellError>

  /// Reads a record of the store.
  init(_ record: SavedViewRecord) {
    text = record.text
    do {
      let view = try SavedView(record)
      (name, reading) = (view.name, .success(view))
    } catch {
      (name, reading) = (record.name, .failure(Self.hinting(ShellError(error, source: record.text), record)))
    }
  }

  private static func hinting(_ error: ShellError, _ record: SavedViewRecord) -> ShellError {
    guard case .statement(let diagnostic, let source) = error else { return error }
    let name = Quoting.viewName(record.name)
    let replacing = name == record.name ? "save view \(name) as … replaces the view, " : ""
    let remedy = replacing + "drop view \(name) removes it"
    let hint = diagnostic.hint.map { "\($0); \(remedy)" } ?? remedy
    return .statement(diagnostic.hinting(hint), source: source)
  }

  /// The names of its parameters; none if the text is not readable.
  package var parameters: [String] { (try? reading.get().parameters.map(\.name)) ?? [] }

  /// The view as an object for programs; without a query if the text is not readable.
  var object: JSONObjectText {
    switch reading {
    case .success(let view): view.object
    case .failure(let error):
      JSONObjectText().adding("type", "view").adding("name", name).adding("parameters", [JSONObjectText]())
        .adding("query", String?.none).adding("statement", text).adding("note", Self.unreadable(error))
    }
  }

  /// What a person must know of a view of an earlier version, and the statement that settles it; nil if the
  /// present language reads it as it was meant.
  var news: (sentence: String, statement: String)? {
    switch reading {
    case .success(let view): view.news.map { ($0, view.statementText) }
    case .failure(let error): (Self.unreadable(error), text)
    }
  }

  /// Says that a view cannot be read, and why.
  static func unreadable(_ error: ShellError) -> String {
    guard case .statement(let diagnostic, _) = error else { return "cannot be read: \(error.message)" }
    return "cannot be read: \(diagnostic.message)"
  }
}

extension Session {
  /// All views, by name; none without a store.
  package func savedViews() throws -> [StoredView] {
    guard let store = try readableStore() else { return [] }
    return try store.savedViews().map(StoredView.init)
  }

  /// The view of a name.
  package func savedView(_ name: WordSyntax, source: String) throws -> SavedView {
    try StoredView(viewRecord(name, source: source)).reading.get()
  }

  /// The record of the view of a name.
  func viewRecord(_ name: WordSyntax, source: String) throws -> SavedViewRecord {
    var near: [String] = []
    // Only clients with read access may learn which views exist.
    if try mayLearnNames() {
      let store = try readableStore()
      if let record = try store?.savedView(named: name.text) { return record }
      near = Spelling.suggestions(for: name.text, among: try savedViews().map(\.name))
    }
    throw ShellError.statement(
      SavedFault.unknownView(name.text, near: near).diagnostic(at: name.range), source: source)
  }

  /// Lines about the views that the present language reads in another way than the version in which they were
  /// saved, or not at all, each with the statement that settles it.
  func newsOfViews() throws -> [String] {
    try savedViews().flatMap { view -> [String] in
      guard let (sentence, statement) = view.news else { return [] }
      return ["the view \(view.name) \(SafeText.line(sentence))", "  \(SafeText.line(statement))"]
    }
  }
}
