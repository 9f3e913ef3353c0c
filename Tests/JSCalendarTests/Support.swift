import CivilTime
import ICalendar
import JSCalendar
import JSON
import Model
import Testing

/// The object of components written as lines; the first is the master.
func object(_ texts: String..., kind: String = "VEVENT") throws -> JSONValue {
  try #require(try stored(texts, kind: kind).jsCalendar(zones).map { .object($0) })
}

var zones: ObjectZones { ObjectZones { ZoneDatabase().zone(named: $0) } }

func stored(_ texts: [String], kind: String = "VEVENT") throws -> CalendarObject {
  let components = try texts.map { text in
    try #require(ComponentText.component(Array("BEGIN:\(kind)\n\(text)\nEND:\(kind)\n".utf8)))
  }
  return stored(components, zones)
}

/// The object of components; the first is its head.
func stored(_ components: [Component], _ zones: ObjectZones) -> CalendarObject {
  let members = components.map { CalendarObject.Member(reading: $0, zone: zones.zone) }
  return CalendarObject(calendar: 1, master: members.first, overrides: Array(members.dropFirst()))
}

/// The members of an object that are not there in every one.
func rest(_ value: JSONValue) -> String {
  var object = value.object ?? JSONObject()
  for key in ["@type", "uid", "updated"] { object[key] = nil }
  return JSONValue.object(object).text
}
