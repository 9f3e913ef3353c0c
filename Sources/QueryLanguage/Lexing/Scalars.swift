/// The classes of characters in words.
enum Scalars {
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIILetter(scalar) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return true
    default: return isEmoji(scalar)
    }
  }

  static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// A digit of another script, which may be part of a word.
  static func isOtherDigit(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && scalar.properties.generalCategory == .decimalNumber
  }

  /// Marks, joiners, variation selectors and the like, which follow a letter or an emoji.
  static func isExtender(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    if scalar.value == 0x200D || (0xE0020...0xE007F).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return scalar.properties.isEmojiModifier
    }
  }

  static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !scalar.isASCII && (properties.isEmojiPresentation || properties.isEmoji)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " || scalar == "\t" || scalar == "\u{FEFF}" { return true }
    return !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
  }

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
