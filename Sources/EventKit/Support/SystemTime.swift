import Foundation

/// The machine's clock, which stores read where nobody gives them another.
package enum SystemTime {
  /// Reads the clock.
  package static let clock: @Sendable () -> Date = { Date() }
}
