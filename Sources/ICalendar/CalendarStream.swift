/// What a calendar stream yields, in the order of the file.
public enum CalendarPart: Sendable {
  /// A VCALENDAR begins at a line.
  case begin(line: Int)
  /// A property of the calendar itself.
  case property(Property)
  /// A component of the calendar, and the line it begins at.
  case component(Component, line: Int)
  /// The VCALENDAR ends.
  case end
}

/// Reads calendars from bytes, one component at a time (RFC 5545, 3.4).
///
/// Whatever is wrong is noted in `problems`; everything that is right still comes.
public struct CalendarStream {
  /// How deep components may stand in each other.
  static let deepest = 64

  /// What was noticed so far; the caller may empty it.
  public var problems: [CalendarProblem] = []

  private var lines: ContentLineReader
  private var isInCalendar = false
  private var sawCalendar = false
  private var outsideStart = 0
  private var outsideCount = 0
  private var held: (name: String, line: Int)?
  private var endsNext = false
  private var startsNext: Int?
  private var isFinished = false
  private var lastLine = 0

  /// The calendars in bytes that `nextChunk` gives piece by piece until it gives nil.
  public init(_ nextChunk: @escaping () -> [UInt8]?) {
    lines = ContentLineReader(nextChunk)
  }

  /// The calendars in `bytes`.
  public init(bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    self.init {
      defer { rest = nil }
      return rest
    }
  }

  /// The bytes read so far, for showing progress.
  public var bytesRead: Int { lines.bytesRead }

  /// The next part; nil at the end of the file.
  public mutating func next() -> CalendarPart? {
    if lines.isUTF16, !isFinished {
      isFinished = true
      note(1, .utf16)
    }
    while !isFinished {
      if let (name, line) = held {
        held = nil
        if let part = component(name, line) { return part }
      } else if endsNext {
        endsNext = false
        return .end
      } else if let line = startsNext {
        startsNext = nil
        note(line, .missingEnd(component: "VCALENDAR"))
        return .begin(line: line)
      } else if let line = lines.next() {
        if let part = part(line) { return part }
      } else {
        return finish()
      }
    }
    return nil
  }

  /// What a line outside all components means; nil when it yields nothing.
  private mutating func part(_ line: ContentLineReader.Line) -> CalendarPart? {
    lastLine = line.number
    let slice = line.bytes[...]
    if line.isTooLong {
      note(line.number, .lineTooLong)
    } else if let name = Self.boundary(slice, "BEGIN") {
      flushOutside()
      return begin(name, line.number)
    } else if let name = Self.boundary(slice, "END") {
      if isInCalendar, name == "VCALENDAR" {
        isInCalendar = false
        return .end
      }
      note(line.number, .strayEnd(component: name))
    } else if isInCalendar {
      return property(slice, line.number).map { .property($0) }
    } else {
      if outsideCount == 0 { outsideStart = line.number }
      outsideCount += 1
    }
    return nil
  }

  private mutating func finish() -> CalendarPart? {
    isFinished = true
    flushOutside()
    if !sawCalendar { note(1, .notCalendar) }
    guard isInCalendar else { return nil }
    note(max(1, lastLine), .missingEnd(component: "VCALENDAR"))
    return .end
  }

  private mutating func begin(_ name: String, _ line: Int) -> CalendarPart? {
    sawCalendar = true
    if name == "VCALENDAR" {
      let wasInside = isInCalendar
      if wasInside { note(line, .missingEnd(component: "VCALENDAR")) }
      isInCalendar = true
      return .begin(line: line)
    }
    if !isInCalendar {
      note(line, .componentOutsideCalendar(component: name))
      isInCalendar = true
      held = (name, line)
      return .begin(line: line)
    }
    return component(name, line)
  }

  private mutating func flushOutside() {
    if outsideCount > 0 { note(outsideStart, .textOutsideCalendar(lines: outsideCount)) }
    outsideCount = 0
  }

  private mutating func note(_ line: Int, _ kind: CalendarProblem.Kind) {
    problems.append(CalendarProblem(line: line, kind: kind))
  }

  private mutating func property(_ line: ArraySlice<UInt8>, _ number: Int) -> Property? {
    lastLine = number
    check(line, number)
    if let property = Property(line: line) { return property }
    note(number, .notProperty)
    return nil
  }

  /// Notes bytes that are no text; the line is kept as it is all the same.
  private mutating func check(_ line: ArraySlice<UInt8>, _ number: Int) {
    let (isASCII, hasControls) = line.withUnsafeBufferPointer { bytes in
      var any: UInt8 = 0
      var controls = false
      for byte in bytes {
        any |= byte
        if byte < 32, byte != 9 { controls = true }
      }
      return (any < 0x80, controls)
    }
    if hasControls { note(number, .controlCharacters) }
    if !isASCII, String(validating: line, as: UTF8.self) == nil { note(number, .invalidUTF8) }
  }

  /// The name in a BEGIN or END line, in upper case; nil for other lines.
  static func boundary(_ line: ArraySlice<UInt8>, _ word: StaticString) -> String? {
    let length = word.utf8CodeUnitCount
    guard line.count > length, line[line.startIndex + length] == UInt8(ascii: ":"),
      ASCII.equal(line.prefix(length), word)
    else { return nil }
    return ASCII.uppercased(ASCII.trimmed(line.dropFirst(length + 1)))
  }

  // MARK: Components

  private struct Frame {
    var component: Component
    var line: Int
  }

  /// Components that never stand inside an event: one that begins there shows that an END is missing.
  private static let topLevel: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE", "VFREEBUSY"]

  /// Reads a component to its end; nil when it was left out.
  private mutating func component(_ name: String, _ line: Int) -> CalendarPart? {
    var stack = [Frame(component: Component(name: name), line: line)]
    var excess = 0
    var isDropped = false
    while let next = lines.next() {
      lastLine = next.number
      let slice = next.bytes[...]
      if next.isTooLong {
        note(next.number, .lineTooLong)
      } else if let inner = Self.boundary(slice, "BEGIN") {
        if inner == "VCALENDAR" || Self.topLevel.contains(inner) && Self.topLevel.contains(name) {
          closeAll(&stack, at: next.number)
          held = (inner, next.number)
          if inner == "VCALENDAR" { (held, startsNext) = (nil, next.number) }
          return isDropped ? nil : .component(stack[0].component, line: line)
        }
        if excess > 0 || stack.count == Self.deepest {
          if !isDropped { note(next.number, .nestedTooDeep(component: name)) }
          isDropped = true
          excess += 1
        } else {
          stack.append(Frame(component: Component(name: inner), line: next.number))
        }
      } else if let inner = Self.boundary(slice, "END") {
        if inner == "VCALENDAR" {
          closeAll(&stack, at: next.number)
          isInCalendar = false
          endsNext = true
          return isDropped ? nil : .component(stack[0].component, line: line)
        }
        if excess > 0 {
          excess -= 1
        } else if let depth = stack.lastIndex(where: { $0.component.name == inner }) {
          while stack.count > depth + 1 {
            note(next.number, .missingEnd(component: stack[stack.count - 1].component.name))
            Self.fold(&stack)
          }
          if depth == 0 { return isDropped ? nil : .component(stack[0].component, line: line) }
          Self.fold(&stack)
        } else {
          note(next.number, .strayEnd(component: inner))
        }
      } else if !isDropped {
        let entry = property(slice, next.number).map { ComponentEntry.property($0) } ?? .unreadable(slice)
        stack[stack.count - 1].component.entries.append(entry)
      }
    }
    note(line, .truncated(component: name))
    return nil
  }

  /// Puts the innermost component into the one around it.
  private static func fold(_ stack: inout [Frame]) {
    let inner = stack.removeLast().component
    stack[stack.count - 1].component.entries.append(.component(inner))
  }

  /// Ends all open components where none of them ends by itself.
  private mutating func closeAll(_ stack: inout [Frame], at line: Int) {
    note(line, .missingEnd(component: stack[stack.count - 1].component.name))
    while stack.count > 1 { Self.fold(&stack) }
  }
}
