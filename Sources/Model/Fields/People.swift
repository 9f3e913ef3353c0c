import ICalendar

/// Lists in which an unchanged element keeps its line with all its parameters.
extension FieldRow {
  static let organizer = FieldRow(\.organizer, from: [.organizer]) { property, reader in
    // Who is named without an address is there all the same, until somebody with one comes.
    let isNamed = !property.rawText.isEmpty
    if isNamed || reader.item.organizer == nil {
      reader.take(property, of: isNamed ? .organizer : nil, \.organizer, Participant(property))
    }
  } write: { editor in
    editor.setPeople(.organizer, editor.item.organizer.map { [$0] } ?? [])
  }

  static let attendees = FieldRow(\.attendees, from: [.attendee]) { property, reader in
    reader.item.attendees.append(Participant(property))
  } write: { editor in
    editor.setPeople(.attendee, editor.item.attendees)
  }

  static let attachments = FieldRow(\.attachments, from: [.attach]) { property, reader in
    reader.item.attachments.append(Attachment(property))
  } write: { editor in
    let known = editor.existing(.attach, by: Attachment.init)
    editor.set(.attach, editor.item.attachments.map { known[$0] ?? $0.property })
  }
}

extension ComponentEditor {
  fileprivate mutating func setPeople(_ kind: PropertyKind, _ people: [Participant]) {
    let known = existing(kind) { Participant($0) }
    let lines = existing(kind, by: \.rawText)
    set(
      kind,
      people.map { person in
        known[person] ?? person.property(kind, parameters: lines[person.address]?.parameters ?? [])
      })
  }
}

extension Participant {
  /// Creates a participant from an ATTENDEE or ORGANIZER.
  public init(_ property: Property) {
    self.init(
      name: property.parameter("CN"), address: property.rawText,
      status: property.parameter("PARTSTAT")?.lowercased(), role: property.parameter("ROLE")?.lowercased(),
      type: property.parameter("CUTYPE")?.lowercased())
  }

  /// The line of a participant; the other `parameters` of its old line stay.
  fileprivate func property(_ kind: PropertyKind, parameters: [Parameter]) -> Property? {
    var parameters = parameters
    func set(_ name: String, _ value: String?) {
      let index = parameters.firstIndex { $0.name == name }
      switch (index, value) {
      case (let index?, let value?): parameters[index].values = [value]
      case (let index?, nil): parameters.remove(at: index)
      case (nil, let value?): parameters.append(Parameter(name: name, values: [value]))
      case (nil, nil): break
      }
    }
    set("CN", name)
    set("ROLE", role?.uppercased())
    set("PARTSTAT", status?.uppercased())
    set("CUTYPE", type?.uppercased())
    return Property(kind, parameters: parameters, value: address)
  }
}

extension Attachment {
  /// Creates an attachment from an ATTACH.
  fileprivate init(_ property: Property) {
    let isInline = property.parameter("VALUE")?.uppercased() == "BINARY"
    self.init(
      uri: isInline ? nil : property.rawText, mediaType: property.parameter("FMTTYPE"),
      fileName: property.parameter("FILENAME") ?? property.parameter("X-FILENAME"))
  }

  /// The ATTACH; nil for inline data, whose bytes only the calendar has.
  fileprivate var property: Property? {
    guard let uri else { return nil }
    var parameters: [Parameter] = []
    if let mediaType { parameters.append(Parameter(name: "FMTTYPE", values: [mediaType])) }
    if let fileName { parameters.append(Parameter(name: "FILENAME", values: [fileName])) }
    return Property(.attach, parameters: parameters, value: uri)
  }
}
