import Changes

/// The place of an event, which may be a room of a provider.
extension FormReader {
  /// Takes a place; the title of a room makes a conference.
  func readEventPlace(_ text: String, _ form: inout ItemForm) throws(FormFault) -> FormReply {
    guard let room = offer?.room(titled: text), let offer else {
      guard case .taken(let notes) = try readPlace(text, &form) else { return .taken(notes: []) }
      form.leaveConference()
      return .taken(notes: notes + [offer?.faultToTell()].compactMap(\.self))
    }
    let conference = try offer.conference(in: room)
    // The title of a room is a name, whatever stands in it.
    let reply = try readPlace(Quoting.string(conference.title ?? room.title), &form)
    form.join(conference)
    return reply
  }
}

extension ItemForm {
  /// Takes the links and the details of a conference: the first link is where to join, and the event's link unless it
  /// has another.
  mutating func join(_ conference: Conference) {
    let (link, former) = (conference.links.first?.url, item.conference)
    if item.url == nil || item.url == former { set(.url) { $0.url = link } }
    set(.conference) { $0.conference = link }
    let text = Self.notes(of: conference)
    let notes = item.notes ?? ""
    // The notes of a room chosen before in this form make way.
    let kept =
      conferenceNotes.flatMap { notes.hasSuffix($0) ? String(notes.dropLast($0.count)) : nil } ?? notes
    let added = kept.isEmpty || text.isEmpty ? text : "\n\n" + text
    conferenceNotes = added
    set(.notes) { $0.notes = kept + added }
  }

  /// Takes out what a room chosen before in this form has brought, as its place was replaced.
  mutating func leaveConference() {
    guard let added = conferenceNotes else { return }
    conferenceNotes = nil
    if item.url == item.conference { set(.url) { $0.url = nil } }
    set(.conference) { $0.conference = nil }
    let notes = item.notes ?? ""
    guard notes.hasSuffix(added) else { return }
    let kept = String(notes.dropLast(added.count))
    set(.notes) { $0.notes = kept.isEmpty ? nil : kept }
  }

  /// Where else to join, with names, and the details.
  private static func notes(of conference: Conference) -> String {
    let links = conference.links.map { link in (link.title.map { $0 + ": " } ?? "") + link.url }
    return ([conference.title].compactMap(\.self) + links + [conference.details].compactMap(\.self))
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
