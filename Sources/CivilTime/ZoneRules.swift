/// One kind of local time that a zone's table refers to.
public struct LocalTimeType: Hashable, Sendable {
  /// Local time minus UTC.
  public let offset: UTCOffset
  /// Whether it is daylight-saving time.
  public let isDaylight: Bool
  /// Its short name, such as `CEST`.
  public let abbreviation: String

  /// A kind of local time.
  public init(offset: UTCOffset, isDaylight: Bool, abbreviation: String) {
    self.offset = offset
    self.isDaylight = isDaylight
    self.abbreviation = abbreviation
  }
}

/// The clock changes of a zone: a table of moments, and a rule for the time after the last of them.
final class ZoneRules: Sendable {
  /// Moments of change in seconds since 1970 UTC, strictly increasing.
  let transitions: [Int]
  /// The kind of time from each transition on, as an index into `types`.
  let typeIndices: [UInt8]
  let types: [LocalTimeType]
  /// The kind of time before the first transition.
  let initialType: LocalTimeType
  /// The rule after the last transition; nil keeps the last kind of time.
  let footer: POSIXRule?

  init(
    transitions: [Int], typeIndices: [UInt8], types: [LocalTimeType], initialType: LocalTimeType,
    footer: POSIXRule?
  ) {
    self.transitions = transitions
    self.typeIndices = typeIndices
    self.types = types
    self.initialType = initialType
    self.footer = footer
  }

  /// FNV-1a over every transition and rule, the same in every process.
  var fingerprint: Int {
    var hash = FNV1a()
    func add(_ number: Int) { withUnsafeBytes(of: number.littleEndian) { hash.add($0) } }
    for (transition, index) in zip(transitions, typeIndices) {
      add(transition)
      add(types[Int(index)].offset.seconds)
    }
    add(initialType.offset.seconds)
    // The footer enters the hash through the clock changes that it makes in one far year.
    if footer != nil {
      var moment = Instant(seconds: 16_725_225_600)
      for _ in 0..<4 {
        let segment = segment(at: moment.seconds)
        add(segment.offset.seconds)
        add(segment.end.seconds)
        if segment.end.seconds == Int.max { break }
        moment = segment.end
      }
    }
    return Int(truncatingIfNeeded: hash.value)
  }

  func offset(at seconds: Int) -> Int {
    guard let last = transitions.last else {
      return footer?.type(at: seconds).offset.seconds ?? initialType.offset.seconds
    }
    if seconds >= last {
      return footer?.type(at: seconds).offset.seconds
        ?? types[Int(typeIndices[typeIndices.count - 1])].offset.seconds
    }
    let count = transitionCount(upTo: seconds)
    return count == 0 ? initialType.offset.seconds : types[Int(typeIndices[count - 1])].offset.seconds
  }

  func segment(at seconds: Int) -> ZoneSegment {
    if let last = transitions.last, seconds < last {
      let count = transitionCount(upTo: seconds)
      let type = count == 0 ? initialType : types[Int(typeIndices[count - 1])]
      return segment(type, from: count == 0 ? Int.min : transitions[count - 1], to: transitions[count])
    }
    let start = transitions.last ?? Int.min
    guard let footer else {
      let type = typeIndices.last.map { types[Int($0)] } ?? initialType
      return segment(type, from: start, to: Int.max)
    }
    let found = footer.segment(at: seconds)
    return segment(found.type, from: max(start, found.start), to: found.end)
  }

  private func segment(_ type: LocalTimeType, from start: Int, to end: Int) -> ZoneSegment {
    ZoneSegment(
      start: Instant(seconds: start), end: Instant(seconds: end), offset: type.offset,
      isDaylight: type.isDaylight, abbreviation: type.abbreviation)
  }

  /// The number of transitions at or before a moment, by binary search.
  private func transitionCount(upTo seconds: Int) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether both have the same transitions, kinds of time and footer.
  func isSame(as other: ZoneRules) -> Bool {
    self === other
      || transitions == other.transitions && initialType == other.initialType && footer == other.footer
        && typeIndices.map { types[Int($0)] } == other.typeIndices.map { other.types[Int($0)] }
  }
}
