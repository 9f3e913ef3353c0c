import Foundation

/// What a cell shows.
@MainActor @preconcurrency public protocol UIContentConfiguration {}

/// The texts of a cell.
public struct UIListContentConfiguration: UIContentConfiguration, Sendable {
  /// The first text.
  public var text: String?
  /// The second text.
  public var secondaryText: String?

  /// Texts as most lists have them.
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  /// The second text below.
  public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  /// The second text at the end.
  public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration() }
}
