extension Item {
  /// The organizer, if it is a person other than the owner of these addresses; nil when no such organizer is
  /// known.
  ///
  /// An item is an invitation to the owner when the owner is among the attendees.
  public func foreignOrganizer(_ own: Set<String>) -> Participant? {
    guard let organizer, !organizer.isOne(of: own), attendees.contains(where: { $0.isOne(of: own) }) else {
      return nil
    }
    return organizer
  }
}
