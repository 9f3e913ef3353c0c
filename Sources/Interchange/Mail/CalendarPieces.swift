import Store

/// The calendars of a file, piece by piece: the file itself, or what a mail message holds.
final class CalendarPieces {
  private let source: FileSource
  private var hasBegun = false
  private var fault: StoreError?

  init(_ source: FileSource) { self.source = source }

  /// Why reading ended early; nil when it did not.
  var failure: StoreError? { fault ?? source.failure }

  /// The number of bytes of a mail message that are read: all of it is in memory at once.
  private static let most = 64 << 20

  /// Returns the next piece; nil at the end, and when reading fails.
  func next() -> [UInt8]? {
    if hasBegun { return fault == nil ? source.next() : nil }
    hasBegun = true
    var bytes: [UInt8] = []
    var verdict: Bool?
    while verdict == nil, let more = source.next() {
      bytes += more
      verdict = MailReader.isMail(beginning: bytes)
    }
    guard verdict ?? MailReader.isMail(bytes[...]) else { return bytes.isEmpty ? nil : bytes }
    while let more = source.next() {
      bytes += more
      if bytes.count > Self.most { return fail("the mail is larger than \(Self.most >> 20) MiB") }
    }
    if failure != nil { return nil }
    let calendars = MailReader.calendars(in: bytes)
    return calendars.isEmpty ? fail("the mail holds no calendar") : calendars
  }

  private func fail(_ reason: String) -> [UInt8]? {
    fault = StoreError(.unreadableFile, source.path, detail: reason)
    return nil
  }
}
