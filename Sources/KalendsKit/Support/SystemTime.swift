import Editing
import Foundation

/// The machine's clock and zone, which are only the defaults of a store's arguments.
public enum KLSystem {
  /// Reads the clock.
  public static let clock: @Sendable () -> Date = { Date() }

  /// The system's local zone, else UTC.
  public static var zone: TimeZone { .current }
}
