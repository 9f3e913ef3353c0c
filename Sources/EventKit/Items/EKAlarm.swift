import Editing
import Foundation

/// An alarm of an item: at a time before or after its start, at a moment, or at a place.
///
/// The three exclude each other: setting one clears the others. Two alarms are equal when they say the same.
open class EKAlarm: EKObject, NSCopying {
  private(set) var value: Alarm
  private var place: EKStructuredLocation?
  /// Reports a change to the alarm's item.
  var onChange: (() -> Void)?

  /// Creates an alarm at the start.
  public convenience init() { self.init(relativeOffset: 0) }

  /// Creates an alarm at a number of seconds after the start, negative before it.
  public convenience init(relativeOffset offset: TimeInterval) {
    self.init(Alarm(trigger: Self.trigger(offset)))
  }

  /// Creates an alarm at a moment.
  public convenience init(absoluteDate date: Date) {
    self.init(Alarm(trigger: .absolute(Instant(date))))
  }

  init(_ alarm: Alarm) {
    value = alarm
    if case .proximity(_, let place?) = alarm.trigger { self.place = EKStructuredLocation(place) }
    super.init(store: nil)
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
  open var relativeOffset: TimeInterval {
    get {
      guard case .relative(let offset, _) = value.trigger else { return 0 }
      return (TimeInterval(offset.months) * 30 + TimeInterval(offset.days)) * 86_400
        + TimeInterval(offset.seconds)
    }
    set { change { $0.trigger = Self.trigger(newValue) } }
  }

  /// The moment; nil for alarms of another kind, and setting nil makes an alarm at the start.
  open var absoluteDate: Date? {
    get { if case .absolute(let instant) = value.trigger { Date(instant) } else { nil } }
    set { change { $0.trigger = newValue.map { .absolute(Instant($0)) } ?? Self.trigger(0) } }
  }

  /// Whether the alarm goes off when a person reaches or leaves its place.
  open var proximity: EKAlarmProximity {
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
  open var structuredLocation: EKStructuredLocation? {
    get { place }
    set {
      place?.onChange = nil
      place = newValue.map { $0.copied }
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
  open var type: EKAlarmType { EKAlarmType(value.action) }

  /// The sound to play; setting it clears address and URL.
  open var soundName: String? {
    get { value.sound }
    set { act(newValue == nil ? .display : .audio) { $0.sound = newValue } }
  }

  /// The address to write to; setting it clears sound and URL.
  open var emailAddress: String? {
    get { value.email }
    set { act(newValue == nil ? .display : .email) { $0.email = newValue } }
  }

  /// The URL to open; setting it clears sound and address.
  ///
  /// In compatibility mode a save of it fails (28).
  @available(*, deprecated, message: "Alarms that open a URL work here, and nowhere at Apple's.")
  open var url: URL? {
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

  /// When or where the alarm goes off.
  open override var description: String {
    var text = ObjectDescription(self)
    if let absoluteDate {
      text.add("absoluteDate", absoluteDate)
    } else if proximity != .none {
      text.add("proximity", proximity)
      text.add("structuredLocation", place?.title)
    } else {
      text.add("relativeOffset", relativeOffset)
    }
    return text.with()
  }

  // MARK: Equality and copies

  override var identity: AnyHashable? { [value.withoutText, place?.identity] as [AnyHashable?] }

  /// A copy that belongs to no item.
  open func copy(with zone: NSZone? = nil) -> Any { copied }

  /// A copy that belongs to no item.
  final var copied: EKAlarm {
    let copy = EKAlarm(value)
    copy.structuredLocation = place
    return copy
  }
}

extension Alarm {
  /// The time and the action, without the text that is shown.
  fileprivate var withoutText: Alarm {
    var alarm = self
    alarm.message = nil
    return alarm
  }
}
