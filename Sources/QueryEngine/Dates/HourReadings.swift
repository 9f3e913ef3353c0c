/// The clock times that an hour without minutes may mean.
///
/// 8 to 23 are as written and 1 to 7 in the afternoon, which is when people have things to do.
package struct HourReadings: Hashable, Sendable {
  /// The hour that is probably meant, 0 to 24.
  package let hour: Int
  /// The hours that may be meant, in the order of time.
  package let hours: [Int]

  /// The readings of an hour from 0 to 24.
  package init(_ written: Int) {
    let other = written + 12
    hours = (1...12).contains(written) && other < 24 ? [written, other] : [written]
    hour = (1...7).contains(written) ? other : written
  }

  /// The clock times as they are written exactly.
  package var texts: [String] { hours.map(Self.text) }

  /// An hour as a clock time, such as `09:00`.
  package static func text(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
}
