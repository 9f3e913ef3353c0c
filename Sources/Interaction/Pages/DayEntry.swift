import QueryEngine

/// The day meant by a number or a date typed on a page.
enum DayEntry: Equatable {
  case day(CivilDate)
  /// The reason why the text means no day.
  case unknown(String)

  init(_ text: String, on page: CalendarPage, _ context: QueryContext, _ order: DateOrder) {
    let text = text.filter { $0 != " " }.allSatisfy(\.isNumber) ? text.filter { $0 != " " } : text
    if text.utf8.count <= 2, let number = Int(text) {
      let found = page.kind == .year ? nil : Self.day(number, on: page)
      self =
        found.map { .day($0) }
        ?? .unknown("there is no \(number) here; a date such as 24 dec is always understood")
      return
    }
    do {
      let syntax = try SyntaxFragment.date(text, options: ParseOptions(dateOrder: order))
      switch try resolve(syntax, context: context).date {
      case .days(let first, _): self = .day(first)
      case .instant(let moment), .span(let moment, _): self = .day(context.zone.civil(at: moment).date)
      }
    } catch let error as SyntaxError {
      self = .unknown(error.diagnostic.message)
    } catch QueryError.rejected(let diagnostic) {
      self = .unknown(diagnostic.message)
    } catch {
      self = .unknown("`\(text)` is no date")
    }
  }

  private static func day(_ number: Int, on page: CalendarPage) -> CivilDate? {
    if page.kind == .week { return page.days.first { $0.day == number } }
    return CivilDate(year: page.first.year, month: page.first.month, day: number)
  }
}
