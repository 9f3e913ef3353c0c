import LineEditing

// What readline has to know of the cells of a prompt.

extension LineText {
  private static let escape: Unicode.Scalar = "\u{1B}"

  /// A prompt with its color codes marked as taking no room.
  ///
  /// The editor counts every byte outside `\u{1}…\u{2}` as a cell, so each `ESC [ … letter` of the given text
  /// is put between that pair. Text that is marked already stays as it is.
  static func markingEscapes(_ prompt: String) -> String {
    var result = String.UnicodeScalarView()
    var scalars = prompt.unicodeScalars[...]
    var isMarked = false
    while let scalar = scalars.first {
      switch scalar {
      case "\u{1}": isMarked = true
      case "\u{2}": isMarked = false
      default: break
      }
      let length = scalar == escape && !isMarked ? controlSequenceLength(scalars) : 0
      if length > 0 {
        result.append("\u{1}")
        result.append(contentsOf: scalars.prefix(length))
        result.append("\u{2}")
        scalars = scalars.dropFirst(length)
      } else {
        result.append(scalar)
        scalars = scalars.dropFirst()
      }
    }
    return String(result)
  }

  /// The number of scalars of the control sequence at the front, 0 if there is none.
  private static func controlSequenceLength(_ scalars: Substring.UnicodeScalarView) -> Int {
    let rest = scalars.dropFirst()
    guard rest.first == "[" else { return 0 }
    var length = 2
    for scalar in rest.dropFirst() {
      length += 1
      switch scalar.value {
      case 0x40...0x7E: return length
      case 0x20...0x3F: continue
      default: return 0
      }
    }
    return 0
  }

  /// The width of a text in cells, without its color codes, as the editor library counts it.
  static func width(_ text: String) -> Int {
    var scalars = text.unicodeScalars[...]
    var width = 0
    while let scalar = scalars.first {
      let length = scalar == escape ? controlSequenceLength(scalars) : 0
      if length == 0 { width += EditorLibrary.cells(of: scalar) }
      scalars = scalars.dropFirst(max(1, length))
    }
    return width
  }
}

extension LineRequest {
  /// The text before the line on the terminal as wide as it is, or `columns` wide.
  @MainActor func prompt(_ proposal: Proposal?, columns: Int? = nil) -> String {
    prompt(proposal, columns: columns ?? EditorLibrary.columns, width: LineText.width)
  }
}
