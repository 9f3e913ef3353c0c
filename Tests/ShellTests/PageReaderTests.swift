import CivilTime
import Locking
import Platform
import QueryEngine
import QueryLanguage
import Store
import TestSupport
import Testing

@testable import Interaction
@testable import Rendering
@testable import Server
@testable import Shell
@testable import Statements

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What threads did, for tests to look at.
private final class ReadingLog: Sendable {
  private let began = Mutex<[CalendarPage]>([])

  func begin(_ page: CalendarPage) { began.withLock { $0.append(page) } }

  var pages: [CalendarPage] { began.withLock { $0 } }

  func clear() { began.withLock { $0 = [] } }
}

private func month(_ number: Int) throws -> CalendarPage {
  let day = try #require(CivilDate(year: 2020, month: 1, day: 1)?.adding(months: number))
  return try #require(CalendarPage(.month, of: day, weekStart: .monday))
}

private func months(_ numbers: some Sequence<Int>) throws -> [CalendarPage] {
  var pages: [CalendarPage] = []
  for number in numbers { pages.append(try month(number)) }
  return pages
}

/// A reader whose threads take a time that depends on the page.
private func reader(
  _ log: ReadingLog = ReadingLog(), threads: Int = 3,
  microseconds: @escaping @Sendable (CalendarPage) -> UInt32
) -> PageReader {
  PageReader(threads: threads, wake: {}) {
    { page, signal in
      log.begin(page)
      var left = microseconds(page)
      while left > 0, !signal.isSet {
        usleep(min(left, 200))
        left -= min(left, 200)
      }
      return .success(PageContent(page))
    }
  }
}

@Suite(.serialized) struct PageReaderTests {
  @Test func pagesComeInTheOrderTheyWereAskedForHoweverLongEachTakes() throws {
    // The first takes longest, so that all others are there before it.
    let reader = reader { $0.first.month == 1 ? 60_000 : 100 }
    let wanted = try months(0..<8)
    reader.want(wanted)
    var taken: [CalendarPage] = []
    _ = Wait.until {
      taken += reader.take().map(\.ticket.page)
      return taken.count >= wanted.count
    }
    #expect(taken == wanted)
    #expect(reader.counters == PageReader.Counters(started: 8, canceled: 0, delivered: 8))
  }

  @Test func threadsReadSideBySide() throws {
    let log = ReadingLog()
    // None ends before all have begun: one after another they would wait for ever.
    let reader = PageReader(threads: 3, wake: {}) {
      { page, signal in
        log.begin(page)
        while log.pages.count < 3, !signal.isSet { usleep(200) }
        return .success(PageContent(page))
      }
    }
    reader.want(try months(0..<3))
    var taken = 0
    _ = Wait.until {
      taken += reader.take().count
      return taken == 3
    }
    #expect(taken == 3 && log.pages.count == 3)
    reader.close()
  }

  @Test func whatWaitsAndIsCanceledIsNeverRead() throws {
    let log = ReadingLog()
    // The first is read until it is given up.
    let reader = reader(log, threads: 1) { $0.first.month == 10 ? 100 : .max }
    reader.want(try months(0..<6))
    #expect(Wait.until { !log.pages.isEmpty })
    reader.want([try month(9)])
    var taken: [CalendarPage] = []
    _ = Wait.until {
      taken = reader.take().map(\.ticket.page)
      return !taken.isEmpty
    }
    #expect(taken == [try month(9)])
    #expect(log.pages == [try month(0), try month(9)])
    #expect(reader.counters == PageReader.Counters(started: 2, canceled: 6, delivered: 1))
  }

  @Test func nothingIsHandedOverAfterItsCancel() throws {
    var random = SplitMix64(seed: 7)
    let reader = reader { UInt32($0.first.month) * 97 }
    var wanted: Set<CalendarPage> = []
    var numbers: Set<Int> = []
    var last = 0
    for _ in 0..<3_000 {
      if random.chance(30) {
        let pages = try months((0..<4).map { _ in random.below(24) })
        reader.want(pages)
        wanted = Set(pages)
      } else if random.chance(10) {
        reader.keep([])
        wanted = []
      }
      for (ticket, _) in reader.take() {
        #expect(wanted.contains(ticket.page))
        #expect(numbers.insert(ticket.number).inserted && ticket.number > last)
        last = ticket.number
      }
      usleep(50)
    }
    #expect(!numbers.isEmpty && reader.counters.canceled > 0)
    #expect(reader.counters.delivered == numbers.count)
  }

  @Test func closingGivesEverythingUp() throws {
    let log = ReadingLog()
    // More than an hour, which no machine is slow enough for.
    let reader = reader(log) { _ in .max }
    let began = SystemClock.monotonicNanoseconds()
    reader.want(try months(0..<6))
    #expect(Wait.until { log.pages.count == 3 })
    reader.close()
    #expect(SystemClock.monotonicNanoseconds() - began < 120_000_000_000)
    #expect(reader.take().isEmpty)
  }
}

@Suite(.serialized) struct PageTravelTests {
  private let pause = PageTravel.pause

  /// Takes in what comes until some pages were begun and nothing is on its way.
  private func arrive(_ travel: inout PageTravel, _ reader: PageReader, delivered: Int) {
    _ = Wait.until {
      _ = travel.receive()
      return reader.counters.delivered >= delivered
    }
    #expect(reader.counters.delivered == delivered)
  }

  @Test func afterAPauseAStepShowsAPageThatIsReadAlready() throws {
    let reader = reader { _ in 300 }
    var travel = PageTravel(try month(10), weekStart: .monday, reader: reader)
    #expect(travel.content == nil)
    travel.rest(at: 0)
    arrive(&travel, reader, delivered: 5)
    #expect(travel.content?.page == (try month(10)))
    var time: UInt64 = 0
    for step in 1...6 {
      time += 1_000_000_000
      travel.go(to: try month(10 + step), at: time)
      #expect(travel.content?.page == (try month(10 + step)))
      travel.rest(at: time + pause)
      arrive(&travel, reader, delivered: 5 + step)
    }
    #expect(travel.counters == PageTravel.Counters(hits: 6, waits: 0, passed: 0))
  }

  @Test func theWayBackIsReadAheadToo() throws {
    let reader = reader { _ in 300 }
    var travel = PageTravel(try month(10), weekStart: .monday, reader: reader)
    travel.rest(at: 0)
    arrive(&travel, reader, delivered: 5)
    travel.go(to: try month(9), at: 1_000_000_000)
    #expect(travel.content != nil)
    travel.rest(at: 1_000_000_000 + pause)
    // Three pages are ahead now, in the direction of travel.
    arrive(&travel, reader, delivered: 8)
    travel.go(to: try month(7), at: 2_000_000_000)
    #expect(travel.content != nil && travel.counters.hits == 2)
  }

  @Test func aFlungPassReadsNoPageThatItSkips() throws {
    let log = ReadingLog()
    let reader = reader(log) { _ in 300 }
    var travel = PageTravel(try month(0), weekStart: .monday, reader: reader)
    travel.rest(at: 0)
    arrive(&travel, reader, delivered: 5)
    log.clear()
    var time: UInt64 = 1_000_000_000
    for step in 1...40 {
      travel.go(to: try month(step), at: time)
      // A held key repeats about thirty times a second.
      time += 33_000_000
      travel.rest(at: time)
      usleep(300)
    }
    #expect(log.pages.isEmpty)
    travel.rest(at: time + pause)
    arrive(&travel, reader, delivered: 10)
    #expect(Set(log.pages) == Set(try months(39...43)))
    #expect(travel.content?.page == (try month(40)))
    // 1 to 3 had been read ahead; 4 to 39 were passed.
    #expect(travel.counters == PageTravel.Counters(hits: 3, waits: 1, passed: 36))
  }

  @Test func whatIsPassedWhileItIsReadIsGivenUp() throws {
    let log = ReadingLog()
    let reader = reader(log) { $0.first.month < 12 ? 60_000_000 : 300 }
    var travel = PageTravel(try month(0), weekStart: .monday, reader: reader)
    travel.rest(at: 0)
    #expect(Wait.until { log.pages.count >= 3 })
    travel.go(to: try month(11), at: 1_000_000_000)
    #expect(reader.counters.canceled == 5)
    travel.rest(at: 1_000_000_000 + pause)
    _ = Wait.until {
      _ = travel.receive()
      return travel.content != nil
    }
    #expect(travel.content?.page == (try month(11)))
  }

  @Test func whenTheStoreChangesPagesAreReadAnew() throws {
    let log = ReadingLog()
    let reader = reader(log) { _ in 300 }
    var travel = PageTravel(try month(3), weekStart: .monday, reader: reader)
    travel.rest(at: 0)
    arrive(&travel, reader, delivered: 5)
    log.clear()
    travel.reset()
    // What was there stays to be seen meanwhile.
    #expect(travel.content?.page == (try month(3)))
    travel.rest(at: 0)
    arrive(&travel, reader, delivered: 10)
    #expect(log.pages.count == 5)
  }

  /// 300 things a day for ten years: 1.1 million occurrences.
  private static let calendar: String = {
    let events = (0..<300).map { number in
      """
      BEGIN:VEVENT
      UID:\(number)
      DTSTART;TZID=Europe/Berlin:20200101T\(10 + number % 10)\(number % 60 < 10 ? "0" : "")\(number % 60)00
      DURATION:PT15M
      RRULE:FREQ=DAILY;UNTIL=20291231T225959Z
      SUMMARY:Thing \(number)
      END:VEVENT

      """
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Much\n" + events.joined() + "END:VCALENDAR\n"
  }()

  @Test func aStoreOfAMillionOccurrencesIsReadAheadByConnectionsOfTheirOwn() throws {
    let shell = try SampleSession(importing: false)
    try shell.session.execute("import \"" + (try shell.file("much.ics", Self.calendar)) + "\"")
    let context = try shell.session.context().context
    let view = try calendarView("month")
    let request = StorePages.Request(
      path: shell.session.openedStore?.path, client: nil, view: view, source: "month", context: context)
    let log = ReadingLog()
    let reader = PageReader(threads: 3, wake: {}) {
      let pages = StorePages(request)
      return { page, signal in
        log.begin(page)
        return Result { try pages.read(page, until: signal) }.mapError { ShellError($0) }
      }
    }
    let start = try #require(CalendarPage(.month, of: context.today, weekStart: .monday))
    func page(_ count: Int) throws -> CalendarPage {
      try #require(start.moved(by: count, weekStart: .monday))
    }
    var travel = PageTravel(start, weekStart: .monday, reader: reader)
    travel.rest(at: 0)
    arrive(&travel, reader, delivered: 5)
    #expect(travel.content?.items.count == 9_000)
    travel.go(to: try page(1), at: 1_000_000_000)
    #expect(travel.content?.items.count == 9_300 && travel.counters.hits == 1)
    log.clear()
    for step in 2...24 { travel.go(to: try page(step), at: 2_000_000_000) }
    travel.rest(at: 2_000_000_000 + pause)
    _ = Wait.until {
      _ = travel.receive()
      return travel.content != nil
    }
    #expect(travel.content?.page == (try page(24)))
    let skipped = try (5...22).map { try page($0) }
    #expect(Set(log.pages).isDisjoint(with: skipped))
    #expect(travel.counters.passed == 20)
  }
}
