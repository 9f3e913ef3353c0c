import Changes
import Platform
import Rendering

/// Writes the rows of a result in a format.
struct RowPrinter {
  let session: Session
  let context: QueryContext
  let format: OutputFormat
  let template: RowTemplate?

  init(session: Session, _ answer: RowAnswer) {
    (self.session, context) = (session, answer.context)
    (format, template) = (answer.format, answer.template)
  }

  func print(_ result: inout QueryResult) throws(QueryError) {
    var renderer = renderer(of: result)
    let output = session.output
    renderer.begin(to: output)
    if session.isInteractive { (session.shownRows, session.shownRevisions) = ([], []) }
    // Pages of the calendar show no row numbers.
    let isNumbered = session.isInteractive && result.query.page == nil
    while output.isOpen, let row = try result.next() {
      if isNumbered {
        session.shownRows += row.targets.map(\.target)
        session.shownRevisions += row.targets.map(\.revision)
      }
      renderer.row(row, to: output)
    }
    renderer.end(to: output)
    // The renderer left out some rows.
    if output.stopSignal.isSet { throw .store(StoreError(.interrupted, "")) }
  }

  /// Returns the renderer of a result's rows.
  func renderer(of result: QueryResult) -> any Renderer {
    let screen = session.screen
    var render = RenderContext(
      now: context.now, zone: context.zone, noun: result.query.noun, columns: result.columns,
      isByDay: result.query.isByDay, isCompletions: result.query.scope == .completions, range: result.range,
      notes: result.notes, width: screen.size.columns, null: session.settings.null, colors: screen.colors,
      isTerminal: screen.isTerminal, numbersRows: session.isInteractive, page: result.query.page,
      weekStart: context.weekStart)
    render.isFree = result.query.slots != nil
    render.isAgenda = result.query.shape == .days && result.query.page == nil
    if let template { return TemplateRenderer(template, render, context) }
    let query = result.query
    let depth = render.colors
    var parts = RendererParts(render)
    parts.hasEnvelope = session.hasEnvelope
    parts.hasSafeCells = session.writesSafeCells
    parts.remarks = { rows in remarks(on: query, rows) }
    parts.calendarColors = { calendarColors(of: query, depth) }
    return format.row.renderer(parts)
  }

  /// Returns the colors of calendars by name, for a chart with a bar for each; empty if they cannot be read.
  private func calendarColors(of query: BoundQuery, _ depth: ColorDepth) -> [String: RGBColor] {
    guard depth != .none, query.isGroupedByCalendar else { return [:] }
    let calendars = (try? session.readableStore()?.calendars()) ?? []
    let colors = calendars.map { (SafeText.line($0.title), $0.shownColor) }
    return Dictionary(colors) { first, _ in first }
  }
}

extension Session {
  /// Whether cells of csv and tsv are escaped against formulas: as the setting says, else if the output is a
  /// file.
  package var writesSafeCells: Bool { settings.hasSafeCells ?? Files.isFile(output.descriptor) }

  /// The pager named by the settings or the environment; nil if there is none.
  var pagerCommand: String? {
    if isConfined { return nil }
    return switch settings.pager {
    case "off": nil
    case nil, "on": Pager.command(configured: nil, environment: environment.variable)
    case .some(let command): Pager.command(configured: command, environment: environment.variable)
    }
  }
}

extension ResultRow {
  /// The items that a row's numbers refer to, with their revisions.
  fileprivate var targets: [(target: ItemTarget?, revision: Int?)] {
    switch self {
    case .day(_, let items): items.map { ($0.target, $0.record.revision) }
    case .event(let row), .reminder(let row), .series(let row): [(target, row.record.revision)]
    case .alarm(let row): [(target, row.item.record.revision)]
    case .conflict(let row): row.items.map { ($0.target, $0.record.revision) }
    case .block, .calendar, .source, .group, .selected: []
    }
  }
}

extension BoundQuery {
  /// Whether rows come in order of start, the natural one.
  fileprivate var isByDay: Bool {
    guard let key = sort.first else { return true }
    return key.content == .field(noun == .alarms ? .time : .start, nil) && !key.isDescending
  }
}
