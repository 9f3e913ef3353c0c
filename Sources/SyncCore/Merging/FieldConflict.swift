import ICalendar
import Model

/// The two sides of a synchronization.
public enum MergeSide: String, Hashable, Sendable, CaseIterable {
  /// The store's.
  case mine
  /// The server's or the folder's.
  case theirs

  var other: MergeSide { self == .mine ? .theirs : .mine }
}

/// A component of a resource that overrides occurrences of a series (RFC 5545, 3.8.4.4).
public struct OverrideID: Hashable, Sendable {
  /// The occurrence, on the wall clock of the series' zone.
  public var key: OccurrenceKey
  /// Whether the component also holds for all later occurrences (RANGE=THISANDFUTURE).
  public var isThisAndFuture: Bool

  /// Creates the identity of an override.
  public init(key: OccurrenceKey, isThisAndFuture: Bool = false) {
    self.key = key
    self.isThisAndFuture = isThisAndFuture
  }
}

/// A part of a component that both sides changed in ways that exclude each other.
///
/// The conflict holds the lines of both sides, so that neither is lost and the choice can be changed with
/// `CalendarResource.resolving`.
public struct FieldConflict: Hashable, Sendable {
  /// The part of a component that is in conflict.
  public enum Part: Hashable, Sendable {
    /// A field; of fields that are merged as a group, the first that differs.
    case field(ItemField)
    /// A property that is no field, by its name in capitals.
    case property(String)
    /// A component inside, by its name in capitals.
    case inner(String)
    /// Lines that are no properties.
    case unreadable
    /// The whole component: one side changed it, the other deleted it or has no such occurrence.
    case component
    /// All components: together the sides deleted each of them, or one side made the event a to-do.
    case resource
  }

  /// The reason for the choice between the sides.
  public enum Reason: String, Hashable, Sendable {
    /// The field belongs to me, such as my answer to an invitation.
    case mineByRight = "mine-by-right"
    /// The field belongs to the organizer of the meeting.
    case theirsByRight = "theirs-by-right"
    /// The field belongs to nobody, so theirs is taken.
    case noOwner = "no-owner"
    /// One side changed what the other deleted: the change is kept.
    case changeBeatsDeletion = "change-beats-deletion"
    /// The merged series has no such occurrence any more.
    case noOccurrence = "no-occurrence"
  }

  /// The override; nil for the master or a single item, and for the whole resource.
  public var override: OverrideID?
  /// The part in conflict.
  public var part: Part
  /// My lines, unfolded and each ended by LF; empty when my side has none.
  ///
  /// For a whole component they are its text from BEGIN to END, or EXDATEs of the master by which the
  /// occurrence was deleted.
  public var mine: [UInt8]
  /// Their lines, in the same form.
  public var theirs: [UInt8]
  /// The lines that both sides had last, in the same form.
  public var base: [UInt8]
  /// The side whose value is in the merged resource.
  public var winner: MergeSide
  /// The reason for the choice.
  public var reason: Reason
  /// The VTIMEZONEs that the lines need, other than those of the merged resource.
  public var zones: [Component]

  /// Creates a conflict.
  public init(
    override: OverrideID? = nil, part: Part, mine: [UInt8], theirs: [UInt8], base: [UInt8] = [],
    winner: MergeSide, reason: Reason, zones: [Component] = []
  ) {
    self.override = override
    self.part = part
    self.mine = mine
    self.theirs = theirs
    self.base = base
    self.winner = winner
    self.reason = reason
    self.zones = zones
  }

  /// The lines of a side.
  public func text(of side: MergeSide) -> [UInt8] { side == .mine ? mine : theirs }

  /// The entries in lines of a conflict.
  static func entries(_ text: [UInt8]) -> [ComponentEntry] {
    ComponentText.component(Array("BEGIN:X\n".utf8) + text + Array("END:X\n".utf8))?.entries ?? []
  }

  /// The lines of entries.
  static func text(_ entries: [ComponentEntry]) -> [UInt8] {
    var result: [UInt8] = []
    for entry in entries {
      switch entry {
      case .property(let property): result += property.line + [10]
      case .unreadable(let line): result += line + [10]
      case .component(let component): result += component.text
      }
    }
    return result
  }
}

/// The result of merging two versions of a resource.
public struct MergeResult: Hashable, Sendable {
  /// The merged resource.
  public var merged: CalendarResource
  /// What was changed on both sides differently, each with the lines of both.
  public var conflicts: [FieldConflict]

  /// Creates a result.
  public init(merged: CalendarResource, conflicts: [FieldConflict] = []) {
    self.merged = merged
    self.conflicts = conflicts
  }
}
