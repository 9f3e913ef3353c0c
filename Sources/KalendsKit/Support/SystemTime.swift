import Editing
import Foundation

/// The machine's clock and zone, used only as default arguments of a store.
public enum KLSystem {
  /// Reads the clock.
  public static let clock: @Sendable () -> Date = { Date() }

  /// The system's local zone, else UTC.
  public static var zone: TimeZone { .current }
}
