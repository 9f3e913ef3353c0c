/// Estimates numbers of rows from the store's statistics: by duration class, calendar and
/// bucket of the start histogram.
struct Estimator {
  let store: CalendarStore
  let statistics: StoreStatistics

  /// The estimates for a window of events.
  struct Window {
    /// Index rows that start in it, of any calendar.
    var starting = 0.0
    /// The part of `starting` in the query's calendars that belongs to no series.
    var singles = 0.0
    /// Index rows that must be examined to find the rows in progress at its beginning.
    var searched = 0.0
    /// Occurrences that are computed.
    var expanded = 0.0
    /// Series that are examined.
    var series = 0.0
    /// The share of the rows that is in the query's calendars.
    var share = 1.0
    /// Rows that reading returns.
    var rows: Double { (starting + ongoing) * share + expanded * share }
    /// Index rows in progress at its beginning.
    var ongoing = 0.0
    /// The rows of `starting` in buckets that the window covers in part; totals read only these.
    var atEnds = 0.0

    /// A window with a number of starting rows and nothing else.
    init(starting: Double = 0) { self.starting = starting }

    init(_ starts: EstimatedStarts) {
      starting = starts.rows
      singles = starts.singles
      atEnds = starts.atEnds
      if starts.rows > 0 { share = max(starts.inCalendars, 0.5) / max(starts.rows, 0.5) }
    }
  }

  /// The assumed number of occurrences per day of a series.
  private static let perSeriesDay = 0.1
  /// The assumed number of days that series go on, for a window without an end.
  private static let reach = 3_652.0

  private static let eventLanes = [IndexLane.eventInstant, .eventWall]

  /// The estimates for a window of the two lanes of events.
  func events(_ window: SecondBounds, calendars: Set<Int>?) throws(StoreError) -> Window {
    let lanes = Self.eventLanes
    let starts = try store.estimatedStarts(lanes, from: window.from, to: window.to, calendars: calendars)
    var result = Window(starts)
    let interval = CalendarStore.bucketLength
    for (length, part) in statistics.classShares(lanes) {
      let back = Double(min(length ?? interval, interval)) / Double(interval)
      result.searched += starts.around * part * back
      result.ongoing += starts.around * part * back / 2
    }
    for lane in lanes {
      let expanded = try store.expandedSeries(lane, from: window.from, to: window.to, reach: Self.reach)
      result.series += Double(expanded.series)
      result.expanded += expanded.days * Self.perSeriesDay
    }
    return result
  }

  /// The rows of lanes of points, such as due dates, in a window.
  func points(
    _ lanes: [IndexLane], _ window: SecondBounds, calendars: Set<Int>?
  ) throws(StoreError) -> Window {
    Window(try store.estimatedStarts(lanes, from: window.from, to: window.to, calendars: calendars))
  }

  /// The number of distinct items among some rows of a window: each single event, and at most
  /// all series.
  func items(of rows: Double, in window: Window) -> Double {
    let all = max(window.rows, 1)
    let series = statistics.series.values.reduce(0, +)
    let singles = min(window.singles, all)
    return min(rows, singles * rows / all + min((all - singles) * rows / all, Double(series) * window.share))
  }

  /// The shares of all events that a path by item looks up until the window begins, and until it ends;
  /// events that start later are left out.
  func opened(_ bounds: SecondBounds, _ window: Window) throws(StoreError) -> (begin: Double, end: Double) {
    let series = Double(statistics.eventSeries)
    let singles = max(0, Double(statistics.count(of: .event)) - series)
    var before = 0.0
    if let from = bounds.from {
      before = try store.estimatedStarts(Self.eventLanes, from: nil, to: from).singles
    }
    func part(_ met: Double) -> Double { min(1, (series + min(singles, met)) / max(1, series + singles)) }
    return (part(before), part(before + window.singles / window.share))
  }

  // MARK: Conditions

  /// Knowledge of conditions beyond the statistics.
  struct Knowledge {
    /// The estimated share of all items that holds the searched text; nil if it is unknown.
    var text: Double?
    /// Conditions that were tested on sampled records.
    var tried: [ItemPredicate] = []
    /// The share of the sampled records that passed all of them.
    var passing = 1.0
    /// A cautious, lower estimate of that share.
    var surely = 1.0
  }

  /// The share of the text index's items that passes a condition, by a sample: the index may
  /// return many more items than hold the text.
  func share(of items: [Int], passing condition: ItemPredicate) throws(StoreError) -> Double {
    let step = max(1, items.count / Self.tested)
    var (count, passed) = (0.0, 0.0)
    for number in stride(from: 0, to: items.count, by: step) {
      guard let verdict = try store.record(items[number]).flatMap(condition.verdict) else { continue }
      count += 1
      if verdict { passed += 1 }
    }
    return (passed + 1) / (count + 1)
  }

  /// The number of items of the text index whose records are sampled.
  private static let tested = 8

  /// The number of records sampled to test conditions.
  private static let sampled = 40.0
  /// The weight of the general guess beside them, in records.
  private static let guessed = 4.0
  /// The smallest sample that is used.
  private static let fewest = 10.0

  /// Tests conditions that no statistic covers on sampled events from all over the store.
  func trying(_ conditions: [ItemPredicate], _ known: Knowledge) throws(StoreError) -> Knowledge {
    let all = ItemPredicate.all(of: conditions)
    var (count, passed) = (0.0, 0.0)
    for item in try store.sampledItems(Int(Self.sampled)) {
      guard let record = try store.record(item), record.kind == .event else { continue }
      count += 1
      passed += all.verdict(of: record).map { $0 ? 1 : 0 } ?? 0.5
    }
    if count < Self.fewest { return known }
    var result = known
    let guess = selectivity(all, in: Window(), text: known.text)
    result.tried = conditions
    result.passing = (passed + Self.guessed * guess) / (count + Self.guessed)
    result.surely = max(
      result.passing - (result.passing * (1 - result.passing) / count).squareRoot(), result.passing / 4)
    return result
  }

  /// The likely share of a window's rows that passes conditions, and a cautious, lower estimate of it.
  func passing(
    _ conditions: [ItemPredicate], in window: Window, _ known: Knowledge
  ) -> (likely: Double, surely: Double) {
    let others = selectivity(
      .all(of: conditions.filter { !known.tried.contains($0) }), in: window, text: known.text)
    if known.tried.isEmpty || !known.tried.allSatisfy(conditions.contains) {
      // If the text is rare or its rows lie elsewhere, a limit is reached late or never.
      return (others, known.text == nil ? others : others / Self.caution)
    }
    return (others * known.passing, others * known.surely)
  }

  /// By what factor the rows with a text may be overestimated before stopping at a limit is the wrong choice.
  private static let caution = 1.5

  /// The share of a window's rows that passes a condition; `text` is the share that passes a
  /// searched text, if it is known.
  func selectivity(_ condition: ItemPredicate, in window: Window, text: Double? = nil) -> Double {
    switch condition {
    case .all: return 1
    case .none: return 0
    case .and(let parts): return parts.reduce(1) { $0 * selectivity($1, in: window, text: text) }
    case .or(let parts): return 1 - parts.reduce(1) { $0 * (1 - selectivity($1, in: window, text: text)) }
    case .not(let part): return 1 - selectivity(part, in: window, text: text)
    case .text(_, let test):
      return test.operation == .equals || test.operation == .exactly ? min(text ?? 0.01, 0.01) : text ?? 0.05
    case .anyText: return text ?? 0.05
    case .pattern: return 0.05
    case .identity: return 0.001
    case .calendar(let names):
      let rows = names.reduce(0) { $0 + statistics.count(in: $1.id) }
      return min(1, Double(rows) / Double(max(1, statistics.count())))
    case .time, .date, .overlap: return 0.5
    case .part, .number, .importance, .priorityBand, .source, .zone, .sourceKind, .calendarKind: return 0.3
    case .allDay, .detached, .tentative, .undated, .overdue, .due, .flagged, .isEmpty: return 0.1
    case .recurring: return window.rows > 0 ? 1 - min(1, window.singles / window.rows) : 0.5
    case .completed: return 0.5
    case .status, .availability, .busy, .free, .writable, .subscribed, .hidden: return 0.5
    }
  }
}
