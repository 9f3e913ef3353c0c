import EventKit

// Does one thing of EventKit's with the store that KALENDS_STORE names, for `eventkit.py` to count what it costs:
//   eventkit-bench open|fetch|read [FROM TO]
//
// `open` makes the store object alone, `fetch` fetches the events between two moments (seconds from 1970), `read` reads title
// and start of each.
let arguments = CommandLine.arguments.dropFirst()
guard let task = arguments.first, ["open", "fetch", "read"].contains(task) else {
  print("usage: eventkit-bench open|fetch|read [FROM TO]")
  exit(2)
}
let range = arguments.dropFirst().compactMap(Double.init).map(Date.init(timeIntervalSince1970:))

let store = EKEventStore()
guard EKEventStore.authorizationStatus(for: .event) == .fullAccess else {
  print("eventkit-bench has no access")
  exit(1)
}
if task != "open", range.count == 2 {
  let predicate = store.predicateForEvents(withStart: range[0], end: range[1], calendars: nil)
  let events = store.events(matching: predicate)
  var letters = 0
  var seconds = 0.0
  if task == "read" {
    for event in events {
      letters += event.title.utf8.count
      seconds += event.startDate.timeIntervalSinceReferenceDate
    }
  }
  print(events.count, letters, Int(seconds))
}
