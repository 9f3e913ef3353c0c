import Platform
import QueryEngine
import Statements

/// A text that fits at the cursor of a statement.
struct StatementChoice: Equatable {
  /// What a text is.
  enum Kind: Equatable {
    /// Words of the language.
    case words
    /// A name or title of a person's choice.
    case name
    /// The path of a file.
    case file
    /// The path of a folder, which ends in a slash and may go on.
    case folder
  }

  /// The name that is compared with the typed text.
  var name: String
  /// The text that is written: the name, in quotes where the language asks for them.
  var text: String
  var kind: Kind
  /// What is shown for it.
  var label: String
  /// What the words of a date mean today; nil for others.
  var meaning: String?

  /// Words of the language that are written in the statement as they are, or as `text`.
  static func words(_ name: String, written text: String? = nil) -> StatementChoice {
    StatementChoice(name: name, text: text ?? name, kind: .words, label: name)
  }

  /// A name, in quotes if it needs them.
  static func name(_ name: String) -> StatementChoice {
    StatementChoice(name: name, text: Quoting.word(name), kind: .name, label: name)
  }
}

/// A file or folder that fits behind what is typed of a path.
struct FileChoice {
  /// The name in its folder.
  var name: String
  /// The path as it was begun, with a slash behind a folder.
  var path: String
  var isFolder: Bool

  /// Returns the files and folders whose path begins as typed, sorted; hidden ones only behind a dot.
  static func all(_ typed: String, in session: Session) -> [FileChoice] {
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let start = typed.dropFirst(folder.count)
    let place = folder.isEmpty ? "." : session.paths.expandingTilde(folder)
    return (Files.names(in: place) ?? []).filter { name in
      name.hasPrefix(start) && (start.first == "." || name.first != ".")
    }.map { name in
      let isFolder = Files.isFolder(place + "/" + name)
      return FileChoice(name: name, path: folder + name + (isFolder ? "/" : ""), isFolder: isFolder)
    }
  }
}
