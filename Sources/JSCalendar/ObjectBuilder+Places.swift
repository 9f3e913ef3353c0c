import ICalendar
import JSON

extension ObjectBuilder {
  /// The properties from which an object's places, links and relations are made.
  static let placesAndLinks = [
    PlacedProperty("LOCATION"), PlacedProperty("GEO"), PlacedProperty("URL"),
    PlacedProperty("CONFERENCE", ["FEATURE", "LABEL"], isRepeated: true),
    PlacedProperty("ATTACH", ["FMTTYPE", "FILENAME", "X-FILENAME", "SIZE", "ENCODING"], isRepeated: true),
    PlacedProperty("IMAGE", ["FMTTYPE", "DISPLAY", "ENCODING"], isRepeated: true),
    PlacedProperty("RELATED-TO", ["RELTYPE"], isRepeated: true),
  ]

  /// `locations` and `virtualLocations` (RFC 8984, 4.2.5 and 4.2.6).
  mutating func writePlaces() {
    var locations = JSONObject()
    if item.location != nil || item.place != nil {
      var place = JSONObject(["@type": .string("Location")])
      place["name"] = (item.location ?? item.place?.title).map { .string($0) }
      place["coordinates"] = item.place.map { .string("geo:\(number($0.latitude)),\(number($0.longitude))") }
      locations["1"] = .object(place)
    }
    if !isTask, let end = item.end?.zone, let start = item.start?.zone, end != start {
      // A DTEND in another zone gives the zone where the event ends.
      locations["end"] = .object(
        JSONObject([
          "@type": .string("Location"), "relativeTo": .string("end"),
          "timeZone": .string(zones.name(of: end)),
        ]))
      zones.note(end)
    }
    set("locations", locations)
    var virtual = JSONObject()
    for property in component.properties("CONFERENCE") {
      var place = JSONObject(["@type": .string("VirtualLocation"), "uri": .string(property.rawText)])
      place["name"] = property.parameter("LABEL").map { .string($0) }
      var features = JSONObject()
      for parameter in property.parameters where parameter.name == "FEATURE" {
        // Some exporters quote the whole list, which makes it a single value.
        for value in parameter.values.flatMap({ $0.split { $0 == "," || $0 == " " } }) {
          features[value.lowercased()] = .bool(true)
        }
      }
      if !features.isEmpty { place["features"] = .object(features) }
      virtual[String(virtual.members.count + 1)] = .object(place)
    }
    set("virtualLocations", virtual)
  }

  /// Degrees without the `.0` of whole numbers.
  private func number(_ degrees: Double) -> String {
    JSONNumber(degrees)?.integer.map { String($0) } ?? "\(degrees)"
  }

  /// `links` (RFC 8984, 4.2.7) from ATTACH, URL and IMAGE.
  mutating func writeLinks() {
    var links = JSONObject()
    func add(_ link: JSONObject) { links[String(links.members.count + 1)] = .object(link) }
    for property in component.properties("ATTACH") {
      var link = self.link(property, relation: "enclosure")
      link["title"] = (property.parameter("FILENAME") ?? property.parameter("X-FILENAME")).map { .string($0) }
      link["size"] = property.parameter("SIZE").flatMap { Int($0) }.map { .integer($0) }
      add(link)
    }
    for property in component.properties("IMAGE") {
      var link = self.link(property, relation: "icon")
      link["display"] = property.parameter("DISPLAY").map { .string($0.lowercased()) }
      add(link)
    }
    if let url = item.url {
      add(JSONObject(["@type": .string("Link"), "href": .string(url), "rel": .string("describedby")]))
    }
    set("links", links)
  }

  private func link(_ property: Property, relation: String) -> JSONObject {
    let type = property.parameter("FMTTYPE")
    // Inline data becomes a data URL (RFC 2397).
    let href =
      property.isBinary
      ? "data:\(type ?? "application/octet-stream");base64,\(property.rawText)" : property.rawText
    var link = JSONObject(["@type": .string("Link"), "href": .string(href), "rel": .string(relation)])
    link["contentType"] = type.map { .string($0) }
    return link
  }

  /// `relatedTo` (RFC 8984, 4.1.3).
  mutating func writeRelations() {
    var related = JSONObject()
    for property in component.properties("RELATED-TO") {
      let type = (property.parameter("RELTYPE") ?? "PARENT").lowercased()
      guard ["parent", "child", "first", "next"].contains(type), !property.text.isEmpty else {
        unplaced.insert("RELATED-TO")
        continue
      }
      var relation = related[property.text]?["relation"]?.object ?? JSONObject()
      relation[type] = .bool(true)
      related[property.text] = .object(
        JSONObject(["@type": .string("Relation"), "relation": .object(relation)]))
    }
    set("relatedTo", related)
  }
}
