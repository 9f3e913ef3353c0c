/// A part of a calendar stream; parts come in the order of the file.
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

/// Reads calendars from bytes, one component at a time (RFC 5545, 3.4), in memory
/// that does not grow with the file.
///
/// Errors are recorded in `problems`; every correct part is still returned. Copies of a stream share its
/// source of bytes, so only one of them may be read.
public struct CalendarStream {
  /// The problems found so far; the caller may empty it.
  public var problems: [CalendarProblem] = []
  /// The number of problems not listed because `problems` was full.
  public private(set) var unlistedProblems = 0

  private var reader: ContentLineReader
  private let limits: CalendarLimits
  private var queue: [CalendarPart] = []
  private var queueHead = 0
  private var isFinished = false

  /// The component being read; between components the buffer in which each line is examined.
  private var item = ComponentAssembler()
  private var skipped: SkippedComponent?
  private var isInCalendar = false
  private var sawCalendar = false
  private var outside = (start: 0, count: 0)
  private var lastLine = 0

  /// A component whose lines are skipped: its name, and how many components of that name are open.
  private struct SkippedComponent {
    let name: [UInt8]
    var depth: Int
  }

  /// Creates a stream of the calendars in the chunks that `nextChunk` returns until it returns nil.
  ///
  /// A source that fails returns nil too, and keeps the reason for its owner.
  public init(limits: CalendarLimits = .standard, _ nextChunk: @escaping () -> [UInt8]?) {
    self.limits = limits
    reader = ContentLineReader(limits: limits, source: nextChunk)
  }

  /// Creates a stream of the calendars in `bytes`.
  public init(bytes: [UInt8], limits: CalendarLimits = .standard) {
    var rest: [UInt8]? = bytes
    self.init(limits: limits) {
      defer { rest = nil }
      return rest
    }
  }

  /// The bytes read so far, for showing progress.
  public var bytesRead: Int { reader.bytesRead }

  /// The next part; nil at the end of the file.
  public mutating func next() -> CalendarPart? {
    while queueHead == queue.count {
      if isFinished { return nil }
      queue.removeAll(keepingCapacity: true)
      queueHead = 0
      // Most lines do not complete a part.
      while queue.isEmpty, !isFinished { readLine() }
    }
    defer { queueHead += 1 }
    return queue[queueHead]
  }

  // MARK: - Lines

  private mutating func readLine() {
    let start = item.text.count
    guard let line = reader.next(appendingTo: &item.text) else { return finish() }
    lastLine = line.number
    if line.isTooLong { return note(line.number, .lineTooLong) }
    var scanned = scan(from: start)
    if scanned.shape == .unreadable, item.text[start...].starts(with: [0xEF, 0xBB, 0xBF]) {
      // Concatenated files keep the byte-order mark of each file.
      item.text.removeSubrange(start..<start + 3)
      if item.text.count == start { return }
      scanned = scan(from: start)
    }
    if skipped != nil, !endsSkipping(scanned) { return item.text.removeSubrange(start...) }
    if !item.isEmpty || isInCalendar {
      if scanned.faults.contains(.controlCharacter) { note(line.number, .controlCharacters) }
      if scanned.faults.contains(.invalidUTF8) { note(line.number, .invalidUTF8) }
    }
    switch scanned.shape {
    case .begin(let kind): begin(kind, scanned, start: start, line: line.number)
    case .end(let kind): end(kind, scanned, start: start, line: line.number)
    case .property, .unreadable: property(scanned, start: start, line: line.number)
    }
  }

  private func scan(from start: Int) -> LineScanner {
    item.text.withUnsafeBufferPointer { LineScanner($0, start: start, end: $0.count) }
  }

  private mutating func property(_ scanned: LineScanner, start: Int, line: Int) {
    if !isInCalendar {
      if outside.count == 0 { outside.start = line }
      outside.count += 1
      return item.text.removeAll(keepingCapacity: true)
    }
    if scanned.shape == .unreadable { note(line, .notProperty) }
    if !item.isEmpty {
      item.add(scanned, start: start, line: line)
      if item.text.count > limits.componentBytes { skipItem(at: line, scanned: nil) }
    } else if case .property = scanned.shape {
      queue.append(.property(item.takeProperty(scanned, line: line)))
    } else {
      item.text.removeAll(keepingCapacity: true)
    }
  }

  // MARK: - Structure

  private mutating func begin(_ kind: ComponentKind, _ scanned: LineScanner, start: Int, line: Int) {
    if !item.isEmpty, let level = kind == .vcalendar ? 0 : kind.isTopLevel ? item.topLevel : nil {
      // Such a component is never inside another: an END is missing before it.
      let text = Array(item.text[start...])
      item.text.removeSubrange(start...)
      if level == 0 {
        closeItem(at: line)
      } else {
        noteOpen(above: level - 1, at: line)
        while item.open.count > level { item.closeWithoutEnd() }
      }
      let newStart = item.text.count
      item.text += text
      return begin(kind, scanned.moved(by: newStart - start), start: newStart, line: line)
    }
    flushOutside()
    if kind == .vcalendar {
      if isInCalendar { note(line, .missingEnd(component: "VCALENDAR")) }
      item.text.removeAll(keepingCapacity: true)
      return beginCalendar(line)
    }
    if !isInCalendar {
      note(line, .componentOutsideCalendar(component: title(scanned)))
      beginCalendar(line)
    }
    if item.open.count >= limits.depth { return skipItem(at: line, scanned: scanned) }
    item.add(scanned, start: start, line: line)
  }

  private mutating func beginCalendar(_ line: Int) {
    if isInCalendar { queue.append(.end) }
    isInCalendar = true
    sawCalendar = true
    queue.append(.begin(line: line))
  }

  private mutating func end(_ kind: ComponentKind, _ scanned: LineScanner, start: Int, line: Int) {
    if let level = item.level(ofName: item.text[scanned.valueStart..<scanned.valueEnd]) {
      if level == item.open.count - 1 {
        item.close()
      } else {
        item.text.removeSubrange(start...)
        noteOpen(above: level, at: line)
        while item.open.count > level { item.closeWithoutEnd() }
      }
      if item.isEmpty { takeItem() }
      return
    }
    let name = title(scanned)
    item.text.removeSubrange(start...)
    if kind == .vcalendar, isInCalendar {
      if !item.isEmpty { closeItem(at: line) }
      isInCalendar = false
      queue.append(.end)
    } else if kind.isTopLevel, !item.isEmpty, !item.rootKind.isTopLevel {
      // The BEGIN of this END was misspelled, so the component that it opened ends here.
      dropItem()
    } else {
      note(line, .strayEnd(component: name))
    }
  }

  private mutating func takeItem() {
    let line = item.rootLine
    queue.append(.component(item.take(), line: line))
  }

  /// Closes the item where another line shows that its END is missing; all its lines are complete.
  private mutating func closeItem(at line: Int) {
    let holdsOthers = item.nodes.contains { $0.shape == .component && isTopLevel($0) }
    if !item.rootKind.isTopLevel, holdsOthers { return dropItem() }
    noteOpen(above: -1, at: line)
    let isBare = item.nodes.allSatisfy { $0.shape == .component }
    while !item.isEmpty { item.closeWithoutEnd() }
    if isBare { item.reset() } else { takeItem() }
  }

  private func isTopLevel(_ node: ComponentNode) -> Bool {
    ComponentKind(rawValue: node.kind)?.isTopLevel ?? false
  }

  /// Drops the item, but keeps the complete top-level components inside an unknown one.
  private mutating func dropItem() {
    note(item.rootLine, .truncated(component: item.title(at: 0)))
    let isUnknown = !item.rootKind.isTopLevel
    // Components that are still open are dropped; complete components inside are kept.
    let openNodes = Set(item.open)
    while !item.isEmpty { item.closeWithoutEnd() }
    let dropped = item.take().storage
    var number = 1
    while isUnknown, number < dropped.nodes.count {
      let node = dropped.nodes[number]
      if node.shape == .component, isTopLevel(node), !openNodes.contains(number) {
        queue.append(.component(Component(storage: dropped, index: number), line: Int(node.line)))
        number = Int(node.next)
      } else {
        number += 1
      }
    }
  }

  // MARK: - Leaving out

  /// Drops the current item, which exceeds a limit, and skips its remaining lines.
  private mutating func skipItem(at line: Int, scanned: LineScanner?) {
    let name = Array(item.name(at: 0))
    var depth = item.open.indices.count { ASCII.equal(item.name(at: $0), name) }
    if let scanned, ASCII.equal(item.text[scanned.valueStart..<scanned.valueEnd], name) { depth += 1 }
    note(line, .nestedTooDeep(component: item.title(at: 0)))
    item.reset()
    skipped = SkippedComponent(name: name, depth: depth)
  }

  /// Whether the current line comes after the skipped component.
  private mutating func endsSkipping(_ scanned: LineScanner) -> Bool {
    guard var current = skipped else { return true }
    switch scanned.shape {
    case .property, .unreadable: return false
    case .begin(let kind), .end(let kind):
      let isBegin = scanned.shape == .begin(kind)
      if isBegin ? kind.isTopLevel : kind == .vcalendar {
        skipped = nil
        return true
      }
      if ASCII.equal(item.text[scanned.valueStart..<scanned.valueEnd], current.name) {
        current.depth += isBegin ? 1 : -1
      }
    }
    skipped = current.depth > 0 ? current : nil
    return false
  }

  // MARK: - The end

  private mutating func finish() {
    isFinished = true
    if reader.encoding == .utf16 { return note(1, .utf16) }
    flushOutside()
    if !sawCalendar { note(1, .notCalendar) }
    if !item.isEmpty { dropItem() }
    if isInCalendar {
      note(max(1, lastLine), .missingEnd(component: "VCALENDAR"))
      queue.append(.end)
    }
  }

  // MARK: - Problems

  private mutating func note(_ line: Int, _ kind: CalendarProblem.Kind) {
    if problems.count < limits.problems {
      problems.append(CalendarProblem(line: line, kind: kind))
    } else {
      unlistedProblems += 1
    }
  }

  private mutating func noteOpen(above level: Int, at line: Int) {
    for open in ((level + 1)..<item.open.count).reversed() {
      note(line, .missingEnd(component: item.title(at: open)))
    }
  }

  private mutating func flushOutside() {
    if outside.count > 0 { note(outside.start, .textOutsideCalendar(lines: outside.count)) }
    outside.count = 0
  }

  private func title(_ scanned: LineScanner) -> String {
    item.text[scanned.valueStart..<scanned.valueEnd].withUnsafeBufferPointer(ASCII.uppercased)
  }
}

extension LineScanner {
  /// The same line at another offset in a text.
  func moved(by offset: Int) -> LineScanner {
    var copy = self
    copy.nameEnd += offset
    copy.valueStart += offset
    copy.valueEnd += offset
    return copy
  }
}
