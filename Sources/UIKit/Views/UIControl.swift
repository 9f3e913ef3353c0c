import Foundation

/// A view that the person can use.
@MainActor @preconcurrency open class UIControl: UIView {
  /// States of a control; a terminal shows the usual one alone.
  public struct State: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// No special state.
    public static var normal: State { State(rawValue: 0) }
    /// Being pressed.
    public static var highlighted: State { State(rawValue: 1) }
    /// Not to be used.
    public static var disabled: State { State(rawValue: 2) }
    /// Chosen.
    public static var selected: State { State(rawValue: 4) }
  }

  /// What a person does to a control; at a terminal each of them is its choice.
  public struct Event: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The finger was lifted.
    public static var touchUpInside: Event { Event(rawValue: 64) }
    /// The text changed.
    public static var editingChanged: Event { Event(rawValue: 131_072) }
    /// The editing of the text ended.
    public static var editingDidEnd: Event { Event(rawValue: 262_144) }
    /// The value changed.
    public static var valueChanged: Event { Event(rawValue: 4096) }
    /// The main action of a button.
    public static var primaryActionTriggered: Event { Event(rawValue: 8192) }
  }

  /// Whether the control can be used.
  open var isEnabled = true { didSet { if isEnabled != oldValue { contentChanged() } } }
  var actions: [UIAction] = []

  /// Adds something that the control does.
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) { actions.append(action) }
}
