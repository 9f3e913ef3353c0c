import Changes

/// An event or reminder as a page shows it.
package struct PageItem: Equatable, Sendable {
  package var title: String
  package var isReminder = false
  package var isAllDay = false
  /// When it begins and ends by the clock of the zone: midnights for whole days, nil without a date.
  package var start: CivilDateTime?
  package var end: CivilDateTime?
  /// The last day that it touches.
  package var last: CivilDate?
  /// The mark in front of a reminder's title.
  package var mark = ""
  /// Whether it is done or cancelled.
  package var isOver = false
  package var calendar = ""
  package var place = ""
  package var color: RGBColor?
  /// When it ends by the clock, if that is before the start because the clock was put back meanwhile; else
  /// nil.
  var endShown: CivilDateTime?
  /// ` +01:00` after a start or end that the clock shows a second time.
  package var startOffset = ""
  var endOffset = ""

  package var first: CivilDate? { start?.date }

  /// Whether it is drawn across days: whole days, and items of a day or longer.
  var isBar: Bool {
    guard let start, let end else { return false }
    return isAllDay || end.wallSeconds - start.wallSeconds >= 86_400
  }

  package func touches(_ day: CivilDate) -> Bool {
    guard let first, let last else { return false }
    return first <= day && day <= last
  }

  /// Its calendar's color; dim if it is over.
  var style: ANSIStyle { ANSIStyle(foreground: color, isDim: isOver) }

  /// Its calendar's color as a block.
  var blockStyle: ANSIStyle {
    isReminder ? style : ANSIStyle(foreground: color, isDim: isOver, isReversed: true)
  }

  /// Its mark and title.
  package var name: String { mark.isEmpty ? title : mark + " " + title }
}

extension PageItem {
  /// Creates the item of a row, as of a moment in a zone.
  init(_ row: ItemRow, now: Instant, zone: Zone) {
    let record = row.record
    isReminder = record.kind == .reminder
    title = row.shownTitle + row.titleMark(tellsCancelled: !isReminder)
    mark = isReminder ? row.stateMark(now: now, zone: zone) : ""
    isOver = row.isCompleted || record.status == .cancelled
    calendar = SafeText.line(row.calendar.title)
    place = SafeText.line(record.location ?? "")
    color = row.calendar.shownColor
    guard let time = row.shownTime else { return }
    let end = row.end ?? time
    isAllDay = time.isAllDay
    let begins = time.civil(in: zone)
    start = begins
    // An hour that the clock shows twice can make the end look earlier.
    self.end = max(begins, end.civil(in: zone))
    endShown = end.civil(in: zone) < begins ? end.civil(in: zone) : nil
    if !isAllDay {
      let (first, past) = (time.instant(in: zone), end.instant(in: zone))
      startOffset = DateText.offset(ofSecond: first, in: zone)
      endOffset = DateText.offset(from: first, to: past, in: zone)
    }
    last = max(begins.date, time.lastDay(until: end, in: zone))
  }
}

/// The content of a page: each item once, in the order of the answer.
package struct PageContent: Equatable, Sendable {
  package let page: CalendarPage
  package private(set) var items: [PageItem] = []
  /// The items without a date.
  package private(set) var undated: [PageItem] = []
  /// The items of each day, by their indices in `items`.
  private var days: [CivilDate: [Int]] = [:]

  package init(_ page: CalendarPage) { self.page = page }

  /// Adds an item to each of its days on the page.
  package mutating func add(_ item: PageItem) {
    guard let first = item.first, let last = item.last else { return undated.append(item) }
    for day in page.days where first <= day && day <= last { days[day, default: []].append(items.count) }
    items.append(item)
  }

  /// Puts an item on a day, appending it if it has no index yet; returns its index.
  fileprivate mutating func put(_ item: @autoclosure () -> PageItem, at place: Int?, on day: CivilDate) -> Int
  {
    let place = place ?? items.count
    if place == items.count { items.append(item()) }
    days[day, default: []].append(place)
    return place
  }

  /// The items of a day, whole days first.
  package func items(on day: CivilDate) -> [PageItem] { (days[day] ?? []).map { items[$0] } }

  /// The items of some days, each once, in the order of the answer.
  package func items(on range: ClosedRange<CivilDate>) -> [PageItem] {
    var seen: Set<Int> = []
    for number in range.lowerBound.dayNumber...range.upperBound.dayNumber {
      if let day = CivilDate(dayNumber: number) { seen.formUnion(days[day] ?? []) }
    }
    return seen.sorted().map { items[$0] }
  }

  /// `12 events, 3 reminders`.
  package var summary: String { Self.summary(items + undated) }

  package static func summary(_ items: [PageItem]) -> String {
    let reminders = items.count(where: \.isReminder)
    let events = items.count - reminders
    let first = "\(events) event" + (events == 1 ? "" : "s")
    return reminders == 0 ? first : first + ", \(reminders) reminder" + (reminders == 1 ? "" : "s")
  }
}

/// Makes a page of the days of an answer.
package struct PageBuilder {
  package private(set) var content: PageContent
  private let now: Instant
  private let zone: Zone
  /// The index of each occurrence; one over several days comes with each of them.
  private var places: [Occurrence: Int] = [:]

  package init(_ page: CalendarPage, now: Instant, zone: Zone) {
    (content, self.now, self.zone) = (PageContent(page), now, zone)
  }

  /// Adds a day; once the signal is set, nobody sees the page, and its remaining rows are left out.
  package mutating func add(_ row: ResultRow, until stopSignal: StopSignal) {
    guard case .day(let day, let rows) = row else { return }
    for row in rows where !stopSignal.isSet {
      if let day {
        places[row.occurrence] = content.put(
          PageItem(row, now: now, zone: zone), at: places[row.occurrence], on: day)
      } else {
        content.add(PageItem(row, now: now, zone: zone))
      }
    }
  }
}
