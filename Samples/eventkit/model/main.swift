import Foundation
import Observation

// An observable model over events, with a view of text: it is drawn again whenever the model changed.

let viewModel = EventViewModel()

@MainActor
func draw() {
  if !viewModel.isAuthorized { return print("[this needs access to the calendars]") }
  let rows = viewModel.events.map { model in
    "\(model.title)\(model.isAllDay ? ", all day" : "")"
  }
  print(rows.isEmpty ? "[no events]" : "[" + rows.joined(separator: "] [") + "]")
}

/// Draws, and asks to be told of the next change of what was drawn.
@MainActor
func render() {
  withObservationTracking {
    draw()
  } onChange: {
    Task { @MainActor in render() }
  }
}

render()
await viewModel.activate()
await Task.yield()

var trip = EventModel()
try viewModel.add(trip)
await Task.yield()

trip = viewModel.events[0]
trip.title = "Trip to Porto"
try viewModel.update(trip)
await Task.yield()

var lunch = EventModel()
lunch.title = "Lunch"
lunch.isAllDay = false
lunch.start = Calendar.current.date(bySettingHour: 12, minute: 0, second: 0, of: lunch.start) ?? lunch.start
lunch.end = lunch.start.addingTimeInterval(3600)
try viewModel.add(lunch)
await Task.yield()

try viewModel.delete(trip)
await Task.yield()

// What is fetched is what was shown.
viewModel.fetch()
await Task.yield()
