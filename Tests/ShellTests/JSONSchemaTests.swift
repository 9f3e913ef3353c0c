import Foundation
import TestSupport
import Testing

/// A validator for the part of JSON Schema 2020-12 that `Grammar/json/rows.schema.json` uses.
struct SchemaValidator {
  let root: [String: Any]

  init() throws {
    let bytes = try #require(ProjectFiles.bytes(ProjectFiles.root + "/Grammar/json/rows.schema.json"))
    root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// Where and why a value does not fit; empty when it fits.
  func faults(_ value: Any) -> [String] { faults(value, root, "$") }

  private func faults(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let found = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(path): no \(name)"]
      }
      return faults(value, found, path)
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let all = choices.map { faults(value, $0, path) }
      return all.contains { $0.isEmpty } ? [] : all.min { $0.count < $1.count } ?? []
    }
    if let constant = schema["const"] as? String {
      return value as? String == constant ? [] : ["\(path): not \(constant)"]
    }
    if let choices = schema["enum"] as? [String] {
      return choices.contains(value as? String ?? "") ? [] : ["\(path): \(value) is none of \(choices)"]
    }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    guard types.contains(where: { Self.fits(value, $0) }) else { return ["\(path): \(value) is no \(types)"] }
    var result: [String] = []
    if let text = value as? String, let pattern = schema["pattern"] as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      result.append("\(path): \(text) does not match \(pattern)")
    }
    if let array = value as? [Any], let items = schema["items"] as? [String: Any] {
      for (index, element) in array.enumerated() { result += faults(element, items, "\(path)[\(index)]") }
    }
    if let object = value as? [String: Any] {
      for name in schema["required"] as? [String] ?? [] where object[name] == nil {
        result.append("\(path): no \(name)")
      }
      for (name, inner) in schema["properties"] as? [String: [String: Any]] ?? [:] {
        if let element = object[name] { result += faults(element, inner, path + "." + name) }
      }
    }
    return result
  }

  private static func fits(_ value: Any, _ type: String) -> Bool {
    // JSONSerialization gives flags and numbers as NSNumber; their C types tell them apart.
    let isFlag = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    switch type {
    case "null": return value is NSNull
    case "string": return value is String
    case "boolean": return isFlag
    case "integer":
      return !isFlag && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
    case "number": return !isFlag && value is NSNumber
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    default: return false
    }
  }
}

@Suite struct JSONSchemaTests {
  @Test(arguments: [
    "event", "reminder", "calendar", "source", "series", "day", "alarm", "busy", "free", "conflict",
    "view", "set",
  ])
  func theExampleOfEachNounFits(noun: String) throws {
    let bytes = try #require(ProjectFiles.bytes(ProjectFiles.root + "/Grammar/json/\(noun).json"))
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0["type"] as? String == noun })
    #expect(try SchemaValidator().faults(rows) == [])
  }

  @Test(arguments: [
    ("events tomorrow where title contains standup", "event"),
    ("reminders where title contains milk", "reminder"),
    ("calendars where title = Work", "calendar"), ("sources", "source"),
    ("series where title contains standup", "series"), ("alarms today", "alarm"),
    ("busy tomorrow in Work", "busy"), ("free 2h tomorrow in Work", "free"),
    ("conflicts tomorrow timed", "conflict"),
    ("agenda 2026-11-28 in \"Kalender Büro\"", "day"),
    (
      "save view soon($word, $n = 7d) as events from now to now + $n where title contains $word; views",
      "view"
    ),
    ("save set weekdays as Work, \"Family Trips\"; sets", "set"),
  ])
  func theExamplesAreWhatIsPrinted(statement: String, noun: String) throws {
    // What a statement saves is told too.
    let text = try SampleSession().answer(statement)
    let answer = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix("{\"outcome\"") }.joined(separator: "\n")
    let path = "Grammar/json/\(noun).json"
    if ProjectFiles.isRecording { try ProjectFiles.write(answer, to: path) }
    #expect(answer == ProjectFiles.text(path))
  }

  @Test(arguments: [
    "events from 2020-01-01 to 2030-01-01", "events anytime", "reminders anytime", "series", "calendars",
    "sources",
    "agenda next 14 days", "day", "week", "month", "year", "reminders completed anytime",
    "alarms from 2020-01-01 to 2030-01-01", "conflicts next 365 days", "busy next 365 days",
    "free 15m next 365 days between 09:00 and 17:00", "events \"ann\"", "events today \"room\"",
    "reminders all \"a\"",
    "series \"room\"",
  ])
  func answersFit(statement: String) throws {
    let text = try SampleSession().answer(statement)
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
    #expect(!rows.isEmpty)
    #expect(try SchemaValidator().faults(rows).prefix(5) == [])
  }

  @Test func whatRingsFitsAndSaysHowLateItIs() throws {
    let desk = try SampleSession()
    _ = try desk.answer("add reminder \"Bread\" in Errands alarm entering \"Shop\" at 52.52, 13.405")
    #expect(try desk.answer("location 52.6, 13.405") == "[]\n")
    let text = try desk.answer("location 52.52, 13.405")
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(rows.map { $0["late"] as? Int } == [0])
    #expect(try SchemaValidator().faults(rows) == [])
  }

  @Test func theValidatorFindsFaults() throws {
    let validator = try SchemaValidator()
    #expect(validator.faults([["type": "source", "id": "src:1", "title": "Local", "kind": "local"]]) != [])
    #expect(validator.faults(["type": "source"]) != [])
  }
}
