/// What a sync does about one resource: the answer to how each side differs from the base, which is what both
/// had after the last sync.
///
/// There is no queue of operations: the same states always give the same action, however often they are
/// looked at, so that an interrupted sync is simply begun again.
public enum ResourceAction: Hashable, Sendable, CaseIterable {
  /// Nothing: neither side has changed.
  case nothing
  /// Both sides have the same content: it becomes the base.
  case adopt
  /// Take their content into the store.
  case download
  /// Delete the object here, as they deleted the resource.
  case deleteHere
  /// Write our content to their side.
  case upload
  /// Delete their resource, as the object was deleted here.
  case deleteThere
  /// Merge both contents by field and write the result to both sides.
  case merge
  /// Write our content to their side anew: they deleted the resource and the object was changed here.
  case restoreThere
  /// Take their content in anew: the object was deleted here and they changed the resource.
  case restoreHere
  /// Forget the resource: it is gone on both sides.
  case forget

  /// Whether it deletes something that the other side still has.
  public var isDeletion: Bool { self == .deleteHere || self == .deleteThere }

  /// Whether it changes the other side.
  public var writesThere: Bool {
    switch self {
    case .upload, .deleteThere, .merge, .restoreThere: true
    case .nothing, .adopt, .download, .deleteHere, .restoreHere, .forget: false
    }
  }

  /// Whether it changes the store's items.
  public var writesHere: Bool {
    switch self {
    case .download, .deleteHere, .merge, .restoreHere: true
    case .nothing, .adopt, .upload, .deleteThere, .restoreThere, .forget: false
    }
  }
}

/// How the content of one side compares with the base.
public enum SideState: Hashable, Sendable, CaseIterable {
  /// It is the base's, or there is none and there was none.
  case same
  /// It differs from the base in stamps or acknowledged alarms alone.
  case touched
  /// It differs from the base.
  case changed
  /// It is gone, and the base is not.
  case gone
  /// It is there, and there is no base.
  case new

  var isChanged: Bool { self == .touched || self == .changed }
}

extension ResourceAction {
  /// Decides about a resource by the states of both sides.
  ///
  /// `areEqual` tells whether both sides have the same content; it is asked only when both have changed.
  /// A change of stamps alone never beats a deletion; a real change does.
  public init(mine: SideState, theirs: SideState, areEqual: () -> Bool) {
    switch (mine, theirs) {
    case (.same, .same): self = .nothing
    case (.same, .touched), (.same, .changed), (.same, .new): self = .download
    case (.same, .gone), (.touched, .gone): self = .deleteHere
    case (.touched, .same), (.changed, .same), (.new, .same): self = .upload
    case (.gone, .same), (.gone, .touched): self = .deleteThere
    case (.changed, .gone): self = .restoreThere
    case (.gone, .changed): self = .restoreHere
    case (.gone, .gone): self = .forget
    case (.new, _), (_, .new), (.touched, _), (.changed, _): self = areEqual() ? .adopt : .merge
    }
  }
}
