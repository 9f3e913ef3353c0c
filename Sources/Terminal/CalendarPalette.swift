import Model

/// The colors of calendars that have none of their own.
///
/// They can be told apart with any color vision, and read on a dark and on a light ground: seven of the
/// terminal's 256 that were searched for that, in the manner of Okabe and Ito. A terminal of sixteen
/// colors shows seven different ones.
package enum CalendarPalette {
  package static let colors: [RGBColor] = [
    RGBColor(red: 0x00, green: 0x87, blue: 0xFF), RGBColor(red: 0xAF, green: 0x87, blue: 0x5F),
    RGBColor(red: 0xAF, green: 0x00, blue: 0x5F), RGBColor(red: 0x00, green: 0xAF, blue: 0x00),
    RGBColor(red: 0xD7, green: 0x5F, blue: 0xAF), RGBColor(red: 0x5F, green: 0x00, blue: 0xFF),
    RGBColor(red: 0x5F, green: 0x5F, blue: 0x00),
  ]

  /// The color of the calendar with this number, which stays the same whatever becomes of others.
  package static func color(of calendar: Int) -> RGBColor { colors[max(0, calendar) % colors.count] }
}

extension CalendarRecord {
  /// The color that it is shown in: its own where that can be read, else one of the palette.
  package var shownColor: RGBColor { color.flatMap { RGBColor($0) } ?? CalendarPalette.color(of: id) }
}
