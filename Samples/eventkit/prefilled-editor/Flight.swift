import EventKit
import Foundation

/// A flight as the airline's server sends it.
struct Flight: Decodable {
  let number: String
  let departure: Int64
  let arrival: Int64
  let allDay: Int
  let alarm: Int64?
  let airport: String?
  let latitude: Double?
  let longitude: Double?

  static let sample = Data(
    """
    {
      "number": "LX 18", "departure": 2062126800000, "arrival": 2062159200000, "allDay": 0,
      "alarm": 2062116000000, "airport": "Newark", "latitude": 40.6925, "longitude": -74.1687
    }
    """.utf8)
}

extension EKEvent {

  convenience init(_ flight: Flight, eventStore: EKEventStore) {
    self.init(eventStore: eventStore)
    title = "Flight \(flight.number)"
    startDate = Date(timeIntervalSince1970: Double(flight.departure) / 1000)
    endDate = Date(timeIntervalSince1970: Double(flight.arrival) / 1000)
    isAllDay = flight.allDay == 1
    if let alarm = flight.alarm {
      addAlarm(EKAlarm(absoluteDate: Date(timeIntervalSince1970: Double(alarm) / 1000)))
    }
    if let airport = flight.airport, let latitude = flight.latitude, let longitude = flight.longitude {
      let place = EKStructuredLocation(title: airport)
      place.geoLocation = CLLocation(latitude: latitude, longitude: longitude)
      structuredLocation = place
    }
  }
}
