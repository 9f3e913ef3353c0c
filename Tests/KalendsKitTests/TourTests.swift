import Foundation
import KalendsKit
import Testing

@testable import kit_tour

/// The example program.
@Suite struct TourTests {
  /// Rows 1, 3, 5, 8, 34, 44–46, 69 and 71 of the checklist, as a program uses them.
  @Test func itShowsEachStepFromAskingForAccessToHearingOfChanges() async throws {
    let fixture = try Fixture()
    let path = fixture.folder.appendingPathComponent("tour.sqlite").path
    let lines = Box<[String]>([])
    try await KitTour(path: path, zone: berlin, clock: { noon }).run { line in
      lines.change { $0.append(line) }
    }
    #expect(
      lines.value == [
        "access: refused, so there is nothing to show",
        "access: access to events is forbidden by policy",
        "access: granted",
        "access: 0 calendars yet",
        "calendars: Tour",
        "added: Coffee, 10 times this year",
        "saved one: 1 differs from its series",
        "saved the future: 5 of 10 are Tea",
        "removed the future: 8 are left",
        "draft: Untitled, all day",
        "draft: saved as ev:…",
        "changed: 10 events now",
        "gone: what was shown is dropped",
        "2026-11-18 00:00  Holiday",
        "2026-11-18 14:30  Coffee",
        "2026-11-25 14:30  Coffee, Kitchen",
        "2026-12-02 14:30  Coffee",
        "2026-12-09 14:30  Coffee",
        "2026-12-16 14:30  Coffee",
        "2026-12-23 14:30  Tea",
        "2026-12-30 14:30  Tea",
        "2027-01-06 14:30  Tea",
      ])
  }
}
