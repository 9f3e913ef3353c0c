import Foundation

/// The description of an object as Apple's frameworks print it: class, address and values.
struct ObjectDescription {
  private let head: String
  private var values: [String] = []

  /// Begins with the class and the address of an object.
  init(_ object: NSObject) {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    head = "\(type(of: object)) <0x\(String(address, radix: 16))>"
  }

  /// Adds a value with its name; one that is not there is left out.
  mutating func add(_ name: String, _ value: (some Any)?) {
    if let value { values.append("\(name) = \(value)") }
  }

  /// The text: values in braces, or `text` in their place.
  func with(_ text: String? = nil) -> String {
    head + " " + (text ?? "{" + values.joined(separator: "; ") + "}")
  }
}

extension EKCalendarItem {
  /// Adds what events and reminders have in common.
  final func describe(_ description: inout ObjectDescription) {
    description.add("title", title)
    description.add("location", location)
    description.add("calendar", calendar?.title)
    description.add("identifier", calendarItemIdentifier.isEmpty ? nil : calendarItemIdentifier)
  }
}
