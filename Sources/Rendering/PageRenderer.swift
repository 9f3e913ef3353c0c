import Changes

/// A page of the calendar for people: a grid of days, or the hours of one day.
///
/// It is laid out once all rows are known.
struct PageRenderer: Renderer {
  private let context: RenderContext
  private var builder: PageBuilder

  init(_ context: RenderContext, _ page: CalendarPage) {
    self.context = context
    builder = PageBuilder(page, now: context.now, zone: context.zone)
  }

  mutating func begin(to output: OutputBuffer) {}

  mutating func row(_ row: ResultRow, to output: OutputBuffer) {
    builder.add(row, until: output.stopSignal)
  }

  mutating func end(to output: OutputBuffer) {
    var look = PageLook(context)
    look.stopSignal = output.stopSignal
    for line in PageLayout(content: builder.content, look: look).lines() where !output.isStopped {
      output.appendLine(styled: line.text(context.colors, width: context.isTerminal ? context.width : .max))
    }
  }
}

extension PageLook {
  /// Creates the look of an answer.
  package init(_ context: RenderContext) {
    self.init(
      width: max(20, context.width), now: context.zone.civil(at: context.now), weekStart: context.weekStart,
      zone: context.zone.identifier)
  }
}
