/// The number of terminal cells that a text takes.
///
/// A grapheme cluster counts as today's terminals draw it: combining marks 0, East Asian wide and full-width
/// characters 2, emoji with emoji presentation, joined sequences and flags 2. Ambiguous characters count 1.
package enum CellWidth {
  /// The cells a text takes.
  ///
  /// Control characters count 0: pass stored text through `SafeText` first.
  package static func of(_ text: String) -> Int {
    var count = 0
    for scalar in text.unicodeScalars {
      guard standsAlone(scalar.value) else { return text.reduce(0) { $0 + of($1) } }
      count += of(scalar)
    }
    return count
  }

  /// The cells a part of a text takes.
  package static func of(_ text: Substring) -> Int { of(String(text)) }

  /// Whether a scalar is a cluster of its own beside others that are: below U+0300 nothing combines,
  /// nor do dashes, quotes, arrows and lines.
  private static func standsAlone(_ value: UInt32) -> Bool {
    value < 0x300 || (0x2010...0x2027).contains(value) || (0x2190...0x2193).contains(value)
      || (0x2500...0x25FC).contains(value)
  }

  /// The cells one grapheme cluster takes.
  package static func of(_ cluster: Character) -> Int {
    let scalars = cluster.unicodeScalars
    var iterator = scalars.makeIterator()
    if let only = iterator.next(), iterator.next() == nil { return of(only) }
    var width = 0
    var indicators = 0
    var isEmojiSequence = false
    var holdsEmoji = false
    for scalar in scalars {
      switch scalar.value {
      case 0xFE0F, 0x20E3: isEmojiSequence = true  // emoji presentation, keycap
      case 0x200D, 0x1F3FB...0x1F3FF: isEmojiSequence = isEmojiSequence || holdsEmoji  // joiner, skin tone
      case 0x1F1E6...0x1F1FF: indicators += 1
      default: break
      }
      if scalar.value >= 0x23, scalar.properties.isEmoji { holdsEmoji = true }
      width += of(scalar)
    }
    if indicators >= 2 || (isEmojiSequence && holdsEmoji) { return 2 }
    return holdsEmoji ? min(width, 2) : width
  }

  /// The cells one scalar takes on its own.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if standsAlone(value) { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if isWide(value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Vowels and final consonants of Hangul syllables join the consonant before them.
    return (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) ? 0 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].first <= value
  }

  /// The ranges of Unicode's East Asian Width W and F, sorted; gaps of unassigned points inside a script's
  /// block are included.
  private static let wide: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0),
    (0x23F3, 0x23F3), (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653),
    (0x267F, 0x267F), (0x268A, 0x268F), (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB),
    (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
    (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705),
    (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
    (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C),
    (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x3029), (0x3030, 0x303E), (0x3041, 0x3096),
    (0x309B, 0x3163), (0x3165, 0x3247), (0x3250, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6),
    (0x16FE0, 0x16FE3), (0x16FF2, 0x18D20), (0x18D80, 0x191D2), (0x1AFF0, 0x1B2FB), (0x1D300, 0x1D376),
    (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F202),
    (0x1F210, 0x1F23B), (0x1F240, 0x1F248), (0x1F250, 0x1F251), (0x1F260, 0x1F265), (0x1F300, 0x1F320),
    (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC),
    (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596),
    (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2),
    (0x1F6D5, 0x1F6D9), (0x1F6DC, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7DA, 0x1F7DA),
    (0x1F7E0, 0x1F7EB), (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FA7C), (0x1FA80, 0x1FAC6), (0x1FAC8, 0x1FAC8), (0x1FACC, 0x1FADD), (0x1FADF, 0x1FAEB),
    (0x1FAEF, 0x1FAFA), (0x20000, 0x3FFFD),
  ]
}
