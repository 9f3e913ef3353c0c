import ICalendar
import Model

/// How two changed versions of a field become one.
enum MergeShape: Hashable, Sendable {
  /// The field with all its lines is taken from one side.
  case whole
  /// A text, line by line.
  case text
  /// A set of values, several of which may be in one line.
  case values
  /// A set of lines by their values, each merged parameter by parameter.
  case keyed
  /// Lines that may be there several times; one value if no side has more than one.
  case lines
  /// A moment, of which the later one counts and which is no conflict.
  case later
  /// SEQUENCE.
  case revision
  /// Lines that say nothing of the item: theirs stay, and there is no conflict.
  case theirs
  /// VALARMs, each merged property by property.
  case alarms
}

/// Whose value counts when both sides changed a field of a meeting that somebody else organizes.
enum FieldOwner: Hashable, Sendable {
  /// The organizer's, which comes with theirs.
  case organizer
  /// The attendee's, which is mine.
  case attendee
  /// Nobody's: theirs is shown.
  case nobody
}

/// The lines of a component that are merged together.
enum MergeUnit: Hashable, Sendable {
  /// Start, end, due date, rules and extra dates, which make sense only together.
  case times
  /// STATUS, COMPLETED and PERCENT-COMPLETE, which say one thing together.
  case progress
  /// REPEAT and DURATION of an alarm, which mean nothing without each other (RFC 5545, 3.6.6).
  case repetition
  /// The properties of another field.
  case field(ItemField)
  /// The properties of a name that is no field.
  case property(String)
  /// The components of a name inside this one, but for VALARM.
  case inner(String)
  /// The lines that are no properties.
  case unreadable
}

extension ItemField {
  /// How the field is merged, which is decided here for each field.
  var mergeRule: (unit: MergeUnit, properties: [PropertyKind], shape: MergeShape, owner: FieldOwner) {
    switch self {
    case .title: (.field(self), [.summary], .whole, .organizer)
    case .location: (.field(self), [.location], .whole, .organizer)
    case .place: (.field(self), [.geo, .xAppleStructuredLocation], .whole, .organizer)
    case .notes: (.field(self), [.description], .text, .nobody)
    case .url: (.field(self), [.url], .whole, .organizer)
    case .start: (.times, [.dtstart, .xMicrosoftAllDay], .whole, .organizer)
    case .length: (.times, [.dtend, .duration], .whole, .organizer)
    case .reminderStart: (.times, [.dtstart], .whole, .organizer)
    case .due: (.times, [.due, .duration], .whole, .organizer)
    case .rules: (.times, [.rrule, .exrule], .whole, .organizer)
    case .extraDates: (.times, [.rdate], .whole, .organizer)
    case .exceptions: (.field(self), [.exdate], .values, .organizer)
    case .completion: (.progress, [.status, .completed], .whole, .organizer)
    case .status: (.progress, [.status], .whole, .organizer)
    case .percentComplete: (.progress, [.percentComplete], .whole, .organizer)
    // RFC 6638, 3.2.2.1: what attendees may change in their own copies.
    case .availability: (.field(self), [.transp, .xMicrosoftBusyStatus], .whole, .attendee)
    case .alarms: (.field(self), [], .alarms, .attendee)
    case .categories: (.field(self), [.categories], .values, .attendee)
    case .color: (.field(self), [.color], .whole, .attendee)
    case .travel: (.field(self), [.xAppleTravelDuration], .whole, .attendee)
    case .flagged: (.field(self), [.xKalendsFlagged], .whole, .attendee)
    case .section: (.field(self), [.xKalendsSection], .whole, .attendee)
    case .repeatBase: (.field(self), [.xKalendsRepeatFrom], .whole, .attendee)
    case .attendees: (.field(self), [.attendee], .keyed, .organizer)
    case .organizer: (.field(self), [.organizer], .whole, .organizer)
    case .conference: (.field(self), [.conference], .whole, .organizer)
    case .attachments: (.field(self), [.attach], .keyed, .nobody)
    // Only the RELATED-TOs that name a parent.
    case .parent: (.field(self), [.relatedTo], .whole, .nobody)
    case .priority: (.field(self), [.priority], .whole, .nobody)
    }
  }

  /// The field that has a property of an item's own component; nil for properties that are no field.
  fileprivate static let ofProperty: [PropertyKind: ItemField] = {
    var result: [PropertyKind: ItemField] = [:]
    for field in allCases {
      for kind in field.mergeRule.properties where result[kind] == nil { result[kind] = field }
    }
    return result
  }()

  /// The fields of a unit that components of a kind have: start and length are other fields of to-dos.
  static func fields(of unit: MergeUnit, in component: ComponentKind) -> [ItemField] {
    let others: Set<ItemField> = component == .vtodo ? [.start, .length, .status] : [.reminderStart, .due]
    return allCases.filter { $0.mergeRule.unit == unit && !others.contains($0) }
  }
}

extension MergeUnit {
  /// The unit of an entry of an item's component, or of a component inside one.
  init(_ entry: ComponentEntry, isInner: Bool) {
    switch entry {
    case .property(let property): self.init(property, isInner: isInner)
    case .component(let component):
      self = component.kind == .valarm ? .field(.alarms) : .inner(component.name)
    case .unreadable: self = .unreadable
    }
  }

  private init(_ property: Property, isInner: Bool) {
    let kind = property.kind
    if isInner {
      self = kind == .duration || kind == .repeatCount ? .repetition : .property(property.name)
      return
    }
    guard let field = ItemField.ofProperty[kind] else {
      self = .property(property.name)
      return
    }
    let relation = kind == .relatedTo ? property.parameter(.reltype)?.uppercased() : nil
    self = relation ?? "PARENT" == "PARENT" ? field.mergeRule.unit : .property(property.name)
  }

  /// How the unit is merged.
  var shape: MergeShape {
    switch self {
    case .times, .progress, .repetition: .whole
    case .field(let field): field.mergeRule.shape
    case .property(let name): Self.shape(ofProperty: PropertyKind(named: name), name)
    case .inner, .unreadable: .lines
    }
  }

  private static func shape(ofProperty kind: PropertyKind, _ name: String) -> MergeShape {
    switch kind {
    case .dtstamp, .lastModified, .created, .acknowledged, .xMozLastAck, .xMozSnoozeTime: .later
    case .sequence: .revision
    // Components are merged by these, so that both sides mean the same by them.
    case .uid, .recurrenceID: .theirs
    case .resources: .values
    case .comment, .contact, .relatedTo, .requestStatus, .image, .link, .concept, .refid, .structuredData:
      .keyed
    case .trigger, .action, .classification: .whole
    case .other: Property.isBookkeeping(name) ? .theirs : .lines
    default: .lines
    }
  }

  /// Whose value counts in a meeting that somebody else organizes.
  ///
  /// The progress of a to-do is that of the person who does it (RFC 6638, 3.2.2.1), the status of an event
  /// the organizer's.
  func owner(in component: ComponentKind) -> FieldOwner {
    switch self {
    case .times: .organizer
    case .progress: component == .vtodo ? .attendee : .organizer
    case .repetition: .attendee
    case .field(let field): field.mergeRule.owner
    case .property(let name): name.hasPrefix("X-KALENDS-") ? .attendee : .nobody
    case .inner, .unreadable: .nobody
    }
  }
}
