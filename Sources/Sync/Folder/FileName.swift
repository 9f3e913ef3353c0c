import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The names of files as names of resources.
///
/// A file's name is bytes, and a resource's is text that is compared by its meaning. A name that is not
/// UTF-8, or that differs from another one in its bytes alone, is written with percent signs (RFC 3986, 2.1).
enum FileName {
  /// Whether a name is that of a resource: it is not hidden and ends in `.ics`.
  static func isResource(_ name: String) -> Bool { name.withCString { isResource($0) } }

  static func isResource(_ name: UnsafePointer<CChar>) -> Bool {
    let count = strlen(name)
    if count < 4 || name[0] == CChar(UInt8(ascii: ".")) { return false }
    let end = name + (count - 4)
    return strcmp(end, ".ics") == 0 || strcmp(end, ".ICS") == 0
  }

  /// The path of a resource in a folder, with a zero behind it.
  static func path(_ href: String, in folder: String) -> [CChar] {
    var result: [CChar] = []
    result.reserveCapacity(folder.utf8.count + href.utf8.count + 2)
    for byte in folder.utf8 { result.append(CChar(bitPattern: byte)) }
    result.append(CChar(UInt8(ascii: "/")))
    if href.utf8.contains(UInt8(ascii: "%")) {
      let name = Array(href.utf8)
      var index = 0
      while index < name.count {
        let byte = escaped(name, index)
        result.append(CChar(bitPattern: byte ?? name[index]))
        index += byte == nil ? 1 : 3
      }
    } else {
      for byte in href.utf8 { result.append(CChar(bitPattern: byte)) }
    }
    result.append(0)
    return result
  }

  /// The byte that a percent sign with two digits stands for; nil where there is none.
  private static func escaped(_ bytes: [UInt8], _ index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count else { return nil }
    guard let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): (byte | 32) - 87
    default: nil
    }
  }

  /// The name with percent signs in the place of all that is not ASCII.
  private static func escaping(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
      if byte < 128, byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
  }

  /// The entries of a folder, whose names differ.
  struct Listing {
    private(set) var entries: [RemoteEntry] = []
    /// The places of names beyond ASCII, which may be equal in other bytes; -1 for those that were.
    private var places: [String: Int] = [:]

    init() {}

    mutating func add(_ name: UnsafePointer<CChar>, _ stamp: ResourceStamp, _ fault: String?) {
      guard let text = String(validatingCString: name) else {
        return add(FileName.escaping(FileName.plain(name)), stamp, fault)
      }
      if text.utf8.contains(UInt8(ascii: "%")) {
        let bytes = FileName.plain(name)
        if bytes.indices.contains(where: { FileName.escaped(bytes, $0) != nil }) {
          return add(FileName.escaping(bytes), stamp, fault)
        }
      }
      if text.utf8.contains(where: { $0 >= 128 }) {
        if let place = places[text] {
          if place >= 0 { entries[place].href = FileName.escaping(Array(entries[place].href.utf8)) }
          places[text] = -1
          return add(FileName.escaping(FileName.plain(name)), stamp, fault)
        }
        places[text] = entries.count
      }
      add(text, stamp, fault)
    }

    private mutating func add(_ href: String, _ stamp: ResourceStamp, _ fault: String?) {
      entries.append(RemoteEntry(href: href, stamp: stamp, fault: fault))
    }
  }

  private static func plain(_ name: UnsafePointer<CChar>) -> [UInt8] {
    (0..<strlen(name)).map { UInt8(bitPattern: name[$0]) }
  }
}
