import Changes
import Interchange
import Platform

/// A file that a program hands over to be looked at, or the address of a calendar.
enum OpenedFile {
  /// Calendars, also those of a mail, in UTF-8; the path is as the statement names it, `-` for standard input.
  case calendars([UInt8], path: String)
  case contacts(ContactFile, path: String)
  /// The address of a published calendar, which is not fetched.
  case address(String)

  /// The number of bytes that are read: all of a file is in memory at once.
  private static let most = 100 << 20

  /// Reads what a path or an address leads to; throws `unreadable-file` and `interrupted`.
  init(_ name: String, in session: Session) throws {
    let scheme = name.prefix { $0 != ":" }.lowercased()
    if ["webcal", "webcals", "http", "https"].contains(scheme), name.contains("://") {
      self = .address(name)
      return
    }
    let path = try scheme == "file" && name != scheme ? Self.path(ofURL: name) : session.path(name)
    let bytes = try Self.bytes(path, until: session.stopSignal)
    if path.lowercased().hasSuffix(".vcf") || bytes.starts(with: Array("BEGIN:VCARD".utf8)) {
      self = .contacts(ContactFile(bytes), path: path)
      return
    }
    guard MailReader.isMail(bytes[...]) else {
      self = .calendars(bytes, path: path)
      return
    }
    let calendars = MailReader.calendars(in: bytes)
    if calendars.isEmpty { throw StoreError(.unreadableFile, path, detail: "the mail holds no calendar") }
    self = .calendars(calendars, path: path)
  }

  /// The path or the address.
  var name: String {
    switch self {
    case .calendars(_, let path), .contacts(_, let path): path
    case .address(let address): address
    }
  }

  /// The path as a statement names it.
  var syntax: PathSyntax {
    PathSyntax(name == "-" ? .standard : .file(TextSyntax(name)))
  }

  private static func bytes(_ path: String, until stopSignal: StopSignal) throws -> [UInt8] {
    let reader = try InputReader(path, until: stopSignal)
    var bytes: [UInt8] = []
    while let more = try reader.next() {
      bytes += more
      if bytes.count > most {
        throw StoreError(
          .unreadableFile, path, detail: "it is larger than \(most >> 20) MiB; import reads any size")
      }
    }
    return bytes
  }

  /// Returns the path of `file:///home/ann/a%20trip.ics`.
  private static func path(ofURL url: String) throws -> String {
    func refused(_ reason: String) -> StoreError { StoreError(.unreadableFile, url, detail: reason) }
    var rest = url.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw refused("it is a file of another machine")
      }
      rest = rest.dropFirst(host.count)
    }
    var bytes: [UInt8] = []
    var index = rest.utf8.startIndex
    while index < rest.utf8.endIndex {
      let byte = rest.utf8[index]
      index = rest.utf8.index(after: index)
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.utf8[index...].prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else {
        throw refused("`%\(digits)` is no byte of a path")
      }
      bytes.append(value)
      index = rest.utf8.index(index, offsetBy: 2)
    }
    guard bytes.first == UInt8(ascii: "/"), let path = String(validating: bytes, as: UTF8.self) else {
      throw refused("it names no file")
    }
    return path
  }
}
