extension Item {
  /// Who invites to this, when that is somebody else than the owner of these addresses;
  /// nil where nobody is known to be.
  ///
  /// An item is somebody's invitation to oneself when oneself is among those invited.
  public func foreignOrganizer(_ own: Set<String>) -> Participant? {
    guard let organizer, !organizer.isOne(of: own), attendees.contains(where: { $0.isOne(of: own) }) else {
      return nil
    }
    return organizer
  }
}
