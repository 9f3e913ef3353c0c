import Editing
import Foundation

/// The action of an alarm, which follows from its sound, address or URL.
public enum KLAlarmType: Int, CaseIterable, Sendable {
  case display = 0
  case audio, procedure, email
}

/// Whether an alarm goes off when a person reaches or leaves its place.
public enum KLAlarmProximity: Int, CaseIterable, Sendable {
  case none = 0
  case enter, leave
}

/// An alarm of an item: at a time before or after its start, at a moment, or at a place.
///
/// The three exclude each other: setting one clears the others.
public final class KLAlarm {
  private(set) var value: Alarm
  private var place: KLStructuredLocation?
  /// Reports a change to the alarm's item.
  var onChange: (() -> Void)?

  /// Creates an alarm at a number of seconds after the start, negative before it.
  public init(relativeOffset: TimeInterval) {
    value = Alarm(trigger: Self.trigger(relativeOffset))
  }

  /// Creates an alarm at a moment.
  public init(absoluteDate: Date) { value = Alarm(trigger: .absolute(Instant(absoluteDate))) }

  init(_ alarm: Alarm) {
    value = alarm
    if case .proximity(_, let place?) = alarm.trigger { self.place = KLStructuredLocation(place) }
    watchPlace()
  }

  private static func trigger(_ offset: TimeInterval) -> Alarm.Trigger {
    // A trigger longer than the supported years could not be read again.
    let seconds = max(-3e11, min(3e11, offset.rounded()))
    return .relative(CalendarDuration(seconds: seconds.isNaN ? 0 : Int(seconds)), toEnd: false)
  }

  private func change(_ change: (inout Alarm) -> Void) {
    change(&value)
    onChange?()
  }

  // MARK: Time

  /// Seconds from the start, negative before it; 0 for alarms of another kind.
  ///
  /// A day counts 24 hours here.
  public var relativeOffset: TimeInterval {
    get {
      guard case .relative(let offset, _) = value.trigger else { return 0 }
      return (TimeInterval(offset.months) * 30 + TimeInterval(offset.days)) * 86_400
        + TimeInterval(offset.seconds)
    }
    set { change { $0.trigger = Self.trigger(newValue) } }
  }

  /// The moment; nil for alarms of another kind, and setting nil makes an alarm at the start.
  public var absoluteDate: Date? {
    get { if case .absolute(let instant) = value.trigger { Date(instant) } else { nil } }
    set { change { $0.trigger = newValue.map { .absolute(Instant($0)) } ?? Self.trigger(0) } }
  }

  /// Whether the alarm goes off when a person reaches or leaves its place.
  public var proximity: KLAlarmProximity {
    get {
      guard case .proximity(let entering, _) = value.trigger else { return .none }
      return entering ? .enter : .leave
    }
    set {
      switch newValue {
      case .none: if proximity != .none { change { $0.trigger = Self.trigger(0) } }
      case .enter, .leave:
        change { $0.trigger = .proximity(entering: newValue == .enter, place: place?.place) }
      }
    }
  }

  /// The place to reach or leave; it has an effect while `proximity` is set.
  public var structuredLocation: KLStructuredLocation? {
    get { place }
    set {
      place?.onChange = nil
      place = newValue
      watchPlace()
      placeChanged()
    }
  }

  private func watchPlace() { place?.onChange = { [weak self] in self?.placeChanged() } }

  private func placeChanged() {
    guard case .proximity(let entering, _) = value.trigger else { return }
    change { $0.trigger = .proximity(entering: entering, place: place?.place) }
  }

  // MARK: Action

  /// The alarm's action.
  public var type: KLAlarmType {
    switch value.action {
    case .display: .display
    case .audio: .audio
    case .procedure: .procedure
    case .email: .email
    }
  }

  /// The sound to play; setting it clears address and URL.
  public var soundName: String? {
    get { value.sound }
    set { act(newValue == nil ? .display : .audio) { $0.sound = newValue } }
  }

  /// The address to write to; setting it clears sound and URL.
  public var emailAddress: String? {
    get { value.email }
    set { act(newValue == nil ? .display : .email) { $0.email = newValue } }
  }

  /// The URL to open; setting it clears sound and address.
  ///
  /// In compatibility mode a save of it fails (28).
  public var url: URL? {
    get { value.url.flatMap(URL.init(string:)) }
    set { act(newValue == nil ? .display : .procedure) { $0.url = newValue?.absoluteString } }
  }

  private func act(_ action: Alarm.Action, _ set: (inout Alarm) -> Void) {
    change { alarm in
      (alarm.sound, alarm.email, alarm.url) = (nil, nil, nil)
      alarm.action = action
      set(&alarm)
    }
  }
}

extension Alarm {
  /// Whether two alarms have the same time and action, whatever text they show.
  func saysTheSame(as other: Alarm) -> Bool {
    var (a, b) = (self, other)
    (a.message, b.message) = (nil, nil)
    return a == b
  }
}
