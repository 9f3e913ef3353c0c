/// Folds content lines as RFC 5545, 3.1 requires: at most 75 octets, then CRLF and a space.
enum LineFolder {
  static let width = 75

  /// Appends one unfolded line, folded and ended by CRLF.
  ///
  /// A fold never lies inside a UTF-8 sequence, nor after a CR, which a reader would take for a line end.
  static func append(_ line: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    if line.count <= width {
      output.append(contentsOf: line)
    } else {
      fold(line, into: &output)
    }
    output.append(ASCII.cr)
    output.append(ASCII.lf)
  }

  private static func fold(_ line: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var start = 0
    var room = width
    while line.count - start > room {
      let end = breakPoint(line, from: start, room: room)
      output.append(contentsOf: line[start..<end])
      if end == line.count { return }
      output.append(ASCII.cr)
      output.append(ASCII.lf)
      output.append(ASCII.space)
      start = end
      room = width - 1
    }
    output.append(contentsOf: line[start...])
  }

  private static func breakPoint(_ line: UnsafeBufferPointer<UInt8>, from start: Int, room: Int) -> Int {
    let limit = start + room
    var end = limit
    // Bytes that are not UTF-8 may have no boundary nearby; the line then breaks at the limit.
    while end > limit - 4, line[end] & 0xC0 == 0x80 { end -= 1 }
    if line[end] & 0xC0 == 0x80 { end = limit }
    while end > start, line[end - 1] == ASCII.cr { end -= 1 }
    if end > start { return end }
    end = limit
    while end < line.count, line[end - 1] == ASCII.cr { end += 1 }
    return end
  }
}
