import Model

/// The colors of calendars without a color.
///
/// The colors can be distinguished with any color vision, and read on a dark and on a light background:
/// seven of the terminal's 256, found by a search in the manner of Okabe and Ito. A terminal with sixteen
/// colors shows seven different ones.
enum CalendarPalette {
  static let colors: [RGBColor] = [
    RGBColor(red: 0x00, green: 0x87, blue: 0xFF), RGBColor(red: 0xAF, green: 0x87, blue: 0x5F),
    RGBColor(red: 0xAF, green: 0x00, blue: 0x5F), RGBColor(red: 0x00, green: 0xAF, blue: 0x00),
    RGBColor(red: 0xD7, green: 0x5F, blue: 0xAF), RGBColor(red: 0x5F, green: 0x00, blue: 0xFF),
    RGBColor(red: 0x5F, green: 0x5F, blue: 0x00),
  ]

  /// The color of the calendar with this number, which stays the same whatever becomes of others.
  static func color(of calendar: Int) -> RGBColor { colors[max(0, calendar) % colors.count] }
}

extension CalendarRecord {
  /// The displayed color: the calendar's own if it can be read, else one of the palette.
  package var shownColor: RGBColor { color.flatMap { RGBColor($0) } ?? CalendarPalette.color(of: id) }
}
