import JSON

extension ItemDetails {
  /// The alarms in the array that `alarms` wrote; anything else in it is skipped.
  public static func alarms(reading json: String) -> [Alarm] {
    guard let values = (try? JSONValue(parsing: Array(json.utf8)))?.array else { return [] }
    return values.compactMap(alarm)
  }

  private static func alarm(_ value: JSONValue) -> Alarm? {
    guard let trigger = trigger(value) else { return nil }
    var alarm = Alarm(trigger: trigger)
    alarm.action = value["action"]?.string.flatMap(Alarm.Action.init) ?? .display
    if let count = value["repeat"]?.integer,
      let interval = value["interval"]?.string.flatMap({ BasicFormat.duration($0.utf8) })
    {
      alarm.repetition = Alarm.Repetition(count: count, interval: interval)
    }
    alarm.sound = value["sound"]?.string
    alarm.email = value["email"]?.string
    alarm.url = value["url"]?.string
    alarm.message = value["message"]?.string
    return alarm
  }

  private static func trigger(_ value: JSONValue) -> Alarm.Trigger? {
    if let offset = value["offset"]?.string {
      return BasicFormat.duration(offset.utf8).map {
        .relative($0, toEnd: value["relativeTo"]?.string == "end")
      }
    }
    if let at = value["at"]?.string { return ExtendedFormat.instant(at.utf8).map { .absolute($0) } }
    guard let word = value["proximity"]?.string else { return nil }
    return .proximity(entering: word == "enter", place: value["place"].flatMap(place))
  }

  private static func place(_ value: JSONValue) -> StructuredLocation? {
    guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double else {
      return nil
    }
    return StructuredLocation(
      title: value["title"]?.string, latitude: latitude, longitude: longitude, radius: value["radius"]?.double
    )
  }
}
