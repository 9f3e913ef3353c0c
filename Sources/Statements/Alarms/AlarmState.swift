import Changes

/// The state of a person's alarms: the time of the last look, the recent rings, the snoozed ones, and the
/// person's position.
///
/// Its text has a line for each, in a file beside drafts and history: no calendar is written when an alarm
/// rings.
package struct AlarmState: Equatable {
  /// One ring of one alarm.
  package struct Ring: Hashable {
    /// The item's or occurrence's id.
    package var id: String
    /// The number of the alarm in its item, from 1.
    package var number: Int
    /// When it was due.
    package var time: Instant
  }

  /// A snoozed ring.
  package struct Snooze: Hashable {
    package var ring: Ring
    package var until: Instant
  }

  /// A place on the map, in degrees.
  package struct Position: Equatable {
    package var latitude, longitude: Double

    /// Returns the distance to another place in meters, on a sphere.
    package func distance(to other: StructuredLocation) -> Double {
      let radians = Double.pi / 180
      let (a, b) = (latitude * radians, other.latitude * radians)
      let x = (other.longitude - longitude) * radians * cosine((a + b) / 2)
      let y = b - a
      // Accurate enough at the size of a geofence.
      return (x * x + y * y).squareRoot() * 6_371_008.8
    }
  }

  /// The time up to which alarms have rung.
  package var until: Instant?
  /// The recent rings and when each last rang, so that no alarm rings twice.
  package var rung: [Ring: Instant] = [:]
  /// The snoozed rings.
  var snoozed: Set<Snooze> = []
  /// The person's last position.
  package var position: Position?

  /// Creates a state without rings.
  init() {}

  /// Reads the text; unknown lines are ignored.
  init(parsing text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "until" where words.count == 2: until = ExtendedFormat.instant(words[1].utf8)
      case "rang" where words.count == 5:
        if let last = ExtendedFormat.instant(words[1].utf8), let ring = Self.ring(words[2...]) {
          rung[ring] = last
        }
      case "again" where words.count == 5:
        if let until = ExtendedFormat.instant(words[1].utf8), let ring = Self.ring(words[2...]) {
          snoozed.insert(Snooze(ring: ring, until: until))
        }
      case "at" where words.count == 3:
        if let latitude = Double(words[1]), let longitude = Double(words[2]) {
          position = Position(latitude: latitude, longitude: longitude)
        }
      default: break
      }
    }
  }

  private static func ring(_ words: ArraySlice<String>) -> Ring? {
    let words = Array(words)
    guard let time = ExtendedFormat.instant(words[0].utf8), let number = Int(words[1]) else { return nil }
    return Ring(id: words[2], number: number, time: time)
  }

  /// The state as text.
  package var text: String {
    func words(_ ring: Ring) -> String { "\(ring.time) \(ring.number) \(ring.id)" }
    var lines = until.map { ["until \($0)"] } ?? []
    lines += rung.map { "rang \($0.value) " + words($0.key) }.sorted()
    lines += snoozed.map { "again \($0.until) " + words($0.ring) }.sorted()
    if let position { lines.append("at \(position.latitude) \(position.longitude)") }
    return lines.map { $0 + "\n" }.joined()
  }
}
