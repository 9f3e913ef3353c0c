import CivilTime
import Interchange
import Locking
import Model
import QueryEngine
import QueryLanguage
import Store
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import Rendering

/// Writing a row that has many in it ends when nobody wants it any more, in every format.
@Suite struct StoppedRowTests {
  /// A day on which something happens every minute.
  private static func day() throws -> (row: ResultRow, rendering: RenderContext) {
    let zones = ZoneDatabase()
    let store = try CalendarStore.inMemory(zones: zones)
    var pieces = [
      Array(
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//t//\r
        BEGIN:VEVENT\r
        UID:tock\r
        SUMMARY:Tock\r
        DTSTART:20200101T000000Z\r
        DURATION:PT1M\r
        RRULE:FREQ=MINUTELY\r
        END:VEVENT\r
        END:VCALENDAR\r

        """.utf8)
    ]
    _ = try store.importCalendars(named: "t.ics", now: Instant(seconds: 1_790_000_000)) { pieces.popLast() }
    let context = QueryContext(now: Instant(seconds: 1_790_000_000), zone: .utc, zones: zones)
    var result = try Engine(store, context).run(try parseStatement("agenda today"))
    return (
      try #require(try result.next()),
      RenderContext(now: context.now, zone: .utc, noun: .events, range: result.range)
    )
  }

  /// A signal that sets itself at a look.
  private static func signal(at last: Int) -> StopSignal {
    let seen = Looks()
    return StopSignal { seen.count.add(1, ordering: .relaxed).newValue >= last }
  }

  private final class Looks: Sendable { let count = Atomic<Int>(0) }

  private static func renderer(_ format: String, _ context: RenderContext) throws -> any Renderer {
    switch format {
    case "json": JSONRenderer(context)
    case "jsonl": JSONRenderer(context, isLines: true)
    case "csv": DelimitedRenderer(context, tabs: false)
    case "line": LineRenderer(context)
    case "ids": IDRenderer()
    case "page":
      PageRenderer(
        context,
        try #require(CalendarPage(.day, of: context.zone.civil(at: context.now).date, weekStart: .monday)))
    default: TableRenderer(context)
    }
  }

  @Test(arguments: ["json", "jsonl", "csv", "line", "ids", "table", "page"])
  func itEndsInTheMiddle(format: String) throws {
    let (row, rendering) = try Self.day()
    func written(until signal: StopSignal) throws -> Int {
      let output = OutputBuffer()
      output.stopSignal = signal
      var renderer = try Self.renderer(format, rendering)
      renderer.begin(to: output)
      renderer.row(row, to: output)
      renderer.end(to: output)
      return output.held
    }
    let (whole, part) = (try written(until: StopSignal()), try written(until: Self.signal(at: 40)))
    #expect(whole > 20 * 1_440 && part < whole / 10, "\(part) of \(whole)")
  }

  /// Where there is no room for all of it, no more is made than fits.
  @Test func itEndsWhereThereIsNoMoreRoom() throws {
    let (row, rendering) = try Self.day()
    let output = OutputBuffer(room: 100_000)
    var renderer = JSONRenderer(rendering)
    renderer.row(row, to: output)
    #expect(throws: OutputError.tooLong(limit: 100_000)) { try output.flush() }
    #expect(output.held < 2_000)
  }

  @Test func anObjectIsMadeAsFarAsItMayBeLong() throws {
    let (row, rendering) = try Self.day()
    var renderer = JSONRenderer(rendering, isLines: true)
    let bytes = try renderer.object(row, most: 10_000, until: StopSignal())
    #expect((10_001..<12_000).contains(bytes.count))
    #expect(throws: QueryError.self) { try renderer.object(row, most: .max, until: Self.signal(at: 40)) }
  }
}
