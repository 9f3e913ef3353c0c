import TestSupport
import Testing

@testable import LineProtocol

@Suite struct LineFramerTests {
  private func lines(_ pieces: [[UInt8]], limit: Int = 65_536) -> [FramedLine] {
    var framer = LineFramer(limit: limit)
    var result: [FramedLine] = []
    for piece in pieces {
      framer.append(piece)
      while let line = framer.next() { result.append(line) }
    }
    return result
  }

  private func lines(_ text: String, limit: Int = 65_536) -> [FramedLine] {
    lines([Array(text.utf8)], limit: limit)
  }

  @Test func linesEndInLineFeeds() {
    #expect(lines("a1 x\nb2 y\n") == [.line("a1 x"), .line("b2 y")])
    #expect(lines("a1 x\r\n\r\n\nb2 y\r\n") == [.line("a1 x"), .line("b2 y")])
    #expect(lines("a\rb\n") == [.line("a\rb")])
  }

  @Test func halfLinesAreKept() {
    var framer = LineFramer()
    framer.append(Array("a1 eve".utf8))
    #expect(framer.next() == nil && framer.hasUnfinishedLine)
    framer.append(Array("nts é".utf8).dropLast())
    #expect(framer.next() == nil)
    framer.append(Array("é\nb".utf8).dropFirst())
    #expect(framer.next() == .line("a1 events é"))
    #expect(framer.next() == nil && framer.hasUnfinishedLine)
    framer.append([10])
    #expect(framer.next() == .line("b"))
    #expect(framer.next() == nil && !framer.hasUnfinishedLine)
  }

  @Test func theLimitCountsTheLineAlone() {
    #expect(lines("12345678\n", limit: 8) == [.line("12345678")])
    #expect(lines("12345678\r\n", limit: 8) == [.line("12345678")])
    #expect(lines("123456789\n", limit: 8) == [.tooLong(RequestTag("123456789"))])
    #expect(lines("a1 456789\nb2 x\n", limit: 8) == [.tooLong(RequestTag("a1")), .line("b2 x")])
  }

  @Test func whatIsTooLongIsPassedOverAndNotKept() {
    var framer = LineFramer(limit: 100)
    framer.append(Array("a7 ".utf8))
    #expect(framer.next() == nil)
    for _ in 0..<1_000 {
      framer.append([UInt8](repeating: 120, count: 1_000))
      #expect(framer.next() == nil)
      #expect(framer.bytes.count <= 1_000)
    }
    #expect(framer.hasUnfinishedLine)
    framer.append(Array("x\nb8 y\n".utf8))
    #expect(framer.next() == .tooLong(RequestTag("a7")))
    #expect(framer.next() == .line("b8 y"))
  }

  @Test func bytesThatAreNoTextAreSaid() {
    #expect(
      lines([Array("a1 ".utf8) + [0xFF, 10], Array("b2\n".utf8)]) == [
        .notUTF8(RequestTag("a1")), .line("b2"),
      ])
    #expect(lines([[0xC3, 10]]) == [.notUTF8(nil)])
    // An overlong form and a surrogate half are no UTF-8.
    #expect(lines([Array("a ".utf8) + [0xC0, 0xAF, 10]]) == [.notUTF8(RequestTag("a"))])
    #expect(lines([Array("a ".utf8) + [0xED, 0xA0, 0x80, 10]]) == [.notUTF8(RequestTag("a"))])
  }

  /// Whatever the bytes and however they are cut, the lines are those of the whole, and memory stays bounded.
  @Test(arguments: Depth.seeds(usually: 200)) func cutsChangeNothing(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let limit = 64
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        bytes += (0..<Int.random(in: 0...90, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      case 1: bytes += Array("tag.\(bytes.count) é会議🎉".utf8)
      case 2: bytes += [13, 10]
      case 3: bytes += [UInt8](repeating: 65, count: Int.random(in: 50...200, using: &random))
      default: bytes += Array("x \n".utf8)
      }
    }
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    var framer = LineFramer(limit: limit)
    while !rest.isEmpty {
      let piece = Array(rest.prefix(Int.random(in: 1...40, using: &random)))
      rest = rest.dropFirst(piece.count)
      pieces.append(piece)
      framer.append(piece)
      while framer.next() != nil {}
      #expect(framer.bytes.count <= limit + 41)
    }
    let whole = lines([bytes], limit: limit)
    #expect(lines(pieces, limit: limit) == whole)
    #expect(whole == naive(bytes, limit: limit))
  }

  /// The definition, with no thought for memory: parts at LF, a CR before it left out, empty lines too.
  private func naive(_ bytes: [UInt8], limit: Int) -> [FramedLine] {
    bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().compactMap { line in
      let text = line.last == 13 ? line.dropLast() : line
      let head = String(decoding: text.prefix { $0 != 32 }, as: UTF8.self)
      if text.isEmpty { return nil }
      if text.count > limit { return .tooLong(RequestTag(head)) }
      return String(validating: text, as: UTF8.self).map(FramedLine.line) ?? .notUTF8(RequestTag(head))
    }
  }
}
