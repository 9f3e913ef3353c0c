extension Component {
  /// The TZIDs in the properties of the component and of the components inside it.
  public var zoneNames: Set<String> {
    var names: Set<String> = []
    for entry in entries {
      switch entry {
      case .property(let property):
        if let tzid = property.parameter(.tzid) { names.insert(CalendarZones.name(ofTZID: tzid)) }
      case .component(let inner): names.formUnion(inner.zoneNames)
      case .unreadable: break
      }
    }
    return names
  }

  /// The component with renamed zones: in TZID parameters, and in the TZID that a VTIMEZONE defines.
  public func renamingZones(_ names: [String: String]) -> Component {
    let entries = entries.map { entry -> ComponentEntry in
      switch entry {
      case .property(let property):
        if kind == .vtimezone, property.isNamed("TZID"),
          let new = names[CalendarZones.name(ofTZID: property.rawText)]
        {
          return .property(Property(name: "TZID", parameters: property.parameters, value: new) ?? property)
        }
        return .property(property.renamingZone(names))
      case .component(let inner): return .component(inner.renamingZones(names))
      case .unreadable: return entry
      }
    }
    return Component(name: name, entries: entries)
  }
}

extension Property {
  fileprivate func renamingZone(_ names: [String: String]) -> Property {
    guard let tzid = parameter(.tzid), let new = names[CalendarZones.name(ofTZID: tzid)] else { return self }
    let parameters = parameters.map { $0.name == "TZID" ? Parameter(name: "TZID", values: [new]) : $0 }
    return Property(name: name, parameters: parameters, value: rawText) ?? self
  }
}
