/// Content lines of vCards (RFC 6350, 3.2): CRLF, LF or CR ends a line, and a line that starts with a blank
/// continues the previous one.
enum CardLines {
  /// Calls `body` with each non-empty unfolded line and the number, from 1, of the line where it begins.
  static func forEach(in bytes: [UInt8], _ body: (ArraySlice<UInt8>, Int) -> Void) {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line: [UInt8] = []
    var begin = 1
    var number = 1
    while index < bytes.count {
      var end = index
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let isFolded = index < end && (bytes[index] == 0x20 || bytes[index] == 0x09)
      if isFolded {
        line += bytes[index + 1..<end]
      } else {
        if !line.isEmpty { body(line[...], begin) }
        line = Array(bytes[index..<end])
        begin = number
      }
      index = end + 1
      if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { index += 1 }
      number += 1
    }
    if !line.isEmpty { body(line[...], begin) }
  }
}
