import CivilTime
import ICalendar
import JSCalendar
import Model
import Testing

/// The object of components written as lines; the first is the master.
func object(_ texts: String..., kind: String = "VEVENT") throws -> JSONValue {
  try #require(try family(texts, kind: kind).object().map { .object($0) })
}

func family(_ texts: [String], kind: String = "VEVENT") throws -> ComponentFamily {
  let components = try texts.map { text in
    try #require(ComponentText.component(Array("BEGIN:\(kind)\n\(text)\nEND:\(kind)\n".utf8)))
  }
  let zones = ZoneDatabase()
  return ComponentFamily(master: components[0], overrides: Array(components.dropFirst())) {
    zones.zone(named: $0)
  }
}

/// The members of an object that are not there in every one.
func rest(_ value: JSONValue) -> String {
  var object = value.object ?? JSONObject()
  for key in ["@type", "uid", "updated"] { object[key] = nil }
  return JSONValue.object(object).text
}
