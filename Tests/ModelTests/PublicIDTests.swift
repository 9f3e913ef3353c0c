import Testing

@testable import Model

@Suite struct PublicIDTests {
  @Test func everyNumberHasItsOwnDigitsAndComesBack() {
    var seen: Set<String> = []
    for number in Array(0..<5000) + [1 << 29, (1 << 30) - 1, 1 << 30, 1 << 40] {
      let digits = PublicID.digits(for: number)
      #expect(PublicID.number(digits: digits) == number)
      #expect(PublicID.number(digits: digits.uppercased()) == number)
      #expect(seen.insert(digits).inserted)
      #expect(digits.utf8.count == (number < 1 << 30 ? 6 : 10))
    }
  }

  @Test func neighborsLookDifferent() {
    let first = PublicID.digits(for: 1)
    let second = PublicID.digits(for: 2)
    #expect(zip(first, second).filter { $0 != $1 }.count >= 3)
  }

  @Test(arguments: ["", "7kq2m", "7kq2m9x", "il0000", "7kq2m!", "00000000000"])
  func otherTextIsNoID(text: String) {
    #expect(PublicID.number(digits: text) == nil)
  }
}

@Suite struct OccurrenceKeyTests {
  @Test(arguments: ["20261118T091500", "20261118", "20261025T023000~1"])
  func textRoundTrips(text: String) throws {
    #expect(try #require(OccurrenceKey(text: text)).text == text)
  }

  @Test(arguments: ["", "2026", "20260230", "20261118T0915Z", "20261118T250000", "~1"])
  func otherTextIsNoKey(text: String) {
    #expect(OccurrenceKey(text: text) == nil)
  }

  @Test func theSecondOfAFoldComesAfterTheFirst() throws {
    let first = try #require(OccurrenceKey(text: "20261025T023000"))
    let second = try #require(OccurrenceKey(text: "20261025T023000~1"))
    #expect(first < second)
    #expect(second.isSecondOfFold)
  }
}

@Suite struct FoldingTests {
  @Test(arguments: [
    ("Büro", "buro"), ("ÉCOLE", "ecole"), ("e\u{301}cole", "ecole"), ("Ångström", "angstrom"),
    ("会議 Tokyo", "会議 tokyo"), ("plain", "plain"), ("Straße", "strasse"), ("Łódź", "lodz"),
    ("Tromsø", "tromso"), ("Þór", "thor"), ("GROẞ", "gross"), ("", ""), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
    ("σίσυφος", "σισυφοσ"),
    ("İstanbul", "istanbul"), ("Iğdır", "igdir"), ("ﬁne", "fine"), ("ŉ", "ʼn"), ("ΐ", "ι"), ("ᾼ", "α"),
    ("ſo", "so"),
    ("K", "k"), ("Ω", "ω"), ("Ꭰꭰ", "ᎠᎠ"), ("ԵՒ և", "եւ եւ"), ("Ა", "ა"), ("µm", "μm"),
  ])
  func caseAndDiacriticsFold(text: String, folded: String) {
    #expect(Folding.searchable(text) == folded)
  }

  @Test func namesKeepTheirDiacritics() {
    #expect(Folding.name("Kalender Büro") == Folding.name("kalender bu\u{308}ro"))
    #expect(Folding.name("Kalender Büro") != Folding.name("Kalender Buro"))
    #expect(Array(Folding.name("bu\u{308}ro").utf8) == Array("büro".utf8), "stores compare bytes")
  }

  /// The kinds of rows of Unicode's CaseFolding.txt, C and F.
  @Test(arguments: [
    ("A", "a"), ("Ä", "ä"), ("ς", "σ"), ("Σ", "σ"), ("ß", "ss"), ("ẞ", "ss"), ("İ", "i\u{307}"), ("ı", "ı"),
    ("ŉ", "ʼn"),
    ("ᾼ", "αι"), ("ᾳ", "αι"), ("ﬃ", "ffi"), ("ﬓ", "մն"),
    ("Ꭰ", "Ꭰ"), ("ꭰ", "Ꭰ"),
    ("ϐ", "β"), ("ẛ", "ṡ"), ("K", "k"), ("Å", "å"), ("\u{345}", "ι"), ("ǅ", "ǆ"), ("𐐀", "𐐨"), ("会", "会"),
    ("1", "1"),
  ])
  func lettersFoldInFull(letter: String, folded: String) throws {
    let scalar = try #require(letter.unicodeScalars.first)
    #expect(Array(Folding.caseFolding(scalar).unicodeScalars) == Array(folded.unicodeScalars))
  }

  /// Folding again changes nothing, whatever the letter.
  @Test func foldingIsDone() {
    var wrong: [Unicode.Scalar] = []
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = Folding.caseFolding(scalar)
      let twice = once.unicodeScalars.map(Folding.caseFolding).joined()
      if !twice.unicodeScalars.elementsEqual(once.unicodeScalars) { wrong.append(scalar) }
    }
    #expect(wrong.isEmpty)
  }
}
