/// The version of the language that a stored text was written in.
///
/// It counts up when a text that has a meaning gets another one; what is only added needs no version.
public enum LanguageVersion {
  /// The version that the parser reads.
  ///
  /// In version 1 `reminders` were all reminders and `in 3 days` was a moment. In version 2 `in May` was a
  /// calendar and sums of busy time counted whole days.
  public static let present = 3
}

/// A place of an earlier text that is read in another way since.
public struct ChangedMeaning: Hashable, Sendable {
  /// What the place means and what it meant, as part of a sentence.
  public var sentence: String
  /// The edits of the text that give the place its earlier meaning; none where no form has that meaning any more.
  var edits: [TextEdit]

  /// Whether the present language has a form with the earlier meaning.
  public var isKept: Bool { !edits.isEmpty }
}

/// An earlier text as it is read: with the meaning that it had, as far as the language has a form for that.
///
/// It comes of the table of changes and the present parser; there is no parser of an earlier version.
public struct EarlierText: Sendable {
  /// The text in the present language; equal to the earlier one if nothing changed or no form has its meaning.
  public private(set) var text: String
  /// The places whose meaning changed.
  public private(set) var changes: [ChangedMeaning] = []

  /// Reads the text of one statement, as the printer of a version wrote it.
  public init(_ source: String, language: Int) {
    text = source
    for change in LanguageChange.all where change.version > language {
      var found: [ChangedMeaning] = []
      for meaning in change.places(ParsedText(text)) {
        let edited = meaning.edits.applied(to: text)
        if meaning.isKept, let present = try? parseStatement(text), present == (try? parseStatement(edited)) {
          continue
        }
        text = edited
        found.append(meaning)
      }
      changes += found.reversed()
    }
  }
}

/// A text with its tokens and, if it is a statement, its tree.
struct ParsedText {
  let source: String
  let parser: Parser
  /// The tree; nil for a text that the present language does not read.
  let statement: StatementSyntax?

  init(_ source: String) {
    self.source = source
    parser = Parser(source, options: ParseOptions())
    statement = try? parseStatement(source)
  }

  var tokens: [Token] { parser.tokens }

  /// The question of a `save view`, else the statement itself.
  var question: StatementSyntax? {
    guard case .manage(let manage)? = statement, case .saveView(let view) = manage.kind else {
      return statement
    }
    return view.question
  }

  /// The query of the question; nil for pages of the calendar, free time and other statements.
  var query: QuerySyntax? {
    switch question {
    case .query(let query): query
    case .aggregate(let aggregate): aggregate.query
    default: nil
    }
  }

  func text(at range: SourceRange) -> String { parser.text(at: range) }
}

/// A replacement of a part of a text.
struct TextEdit: Hashable, Sendable {
  /// The part; one without length is a place.
  var range: SourceRange
  var text: String

  /// A replacement.
  init(_ range: SourceRange, _ text: String) { (self.range, self.text) = (range, text) }

  /// An insertion.
  init(at offset: Int, _ text: String) { self.init(SourceRange(offset: offset, length: 0), text) }
}

extension [TextEdit] {
  /// The text with all replacements, which do not overlap.
  func applied(to text: String) -> String {
    var bytes = [UInt8](text.utf8)
    for edit in sorted(by: { $0.range.offset > $1.range.offset }) {
      bytes.replaceSubrange(edit.range.offset..<edit.range.end, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
