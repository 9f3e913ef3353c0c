/// What version 2 reads in another way: days by their distance, searches, reminders and agendas.
extension ParsedText {
  /// Days by their distance, which were moments: `in 3 days`, `2 weeks ago`, `-5d` as the range.
  var distantDays: [ChangedMeaning] {
    (question?.distantDates ?? []).sorted { $0.range.offset > $1.range.offset }.compactMap { date in
      let distance: OffsetSyntax
      switch date.base {
      case .offset(let offset): distance = offset
      case .ahead(let length): distance = OffsetSyntax(isNegative: false, duration: length)
      case .ago(let length): distance = OffsetSyntax(isNegative: true, duration: length)
      default: return nil
      }
      let moment = DateSyntax(.now, offsets: [distance] + date.offsets)
      return ChangedMeaning(
        sentence: "`\(text(at: date.range))` is that whole day, and was a moment",
        edits: [TextEdit(date.range, Printer().text(moment))])
    }
  }

  /// Searches without a range, which showed a series where it begins.
  var searchesOfSeries: [ChangedMeaning] {
    guard case .query(let query)? = question, query.noun == .events, query.text != nil, query.when == nil
    else {
      return []
    }
    return [
      ChangedMeaning(
        sentence: "a search shows a series at its next occurrence, and showed where it begins",
        edits: [TextEdit(at: query.nounRange.end, " anytime")])
    ]
  }

  /// Reminders without a word about completion, which were all of them.
  var openReminders: [ChangedMeaning] {
    let tells: Set<QueryFlag> = [.open, .incomplete, .completed, .overdue]
    guard let query, query.noun == .reminders, !query.asksForEverything,
      !query.flags.contains(where: { tells.contains($0.flag) }),
      !query.dateFields.contains(where: { $0.field.name == .completed })
    else { return [] }
    return [
      ChangedMeaning(
        sentence: "`reminders` are those still to be done, and were all of them",
        edits: [TextEdit(at: query.nounRange.end, " all")])
    ]
  }

  /// Agendas, which had no reminders that are due; no form leaves these out.
  var agendas: [ChangedMeaning] {
    guard case .calendarView(let view)? = question, view.kind == .agenda else { return [] }
    return [
      ChangedMeaning(
        sentence: "an agenda has the open reminders that are due, and had events only", edits: [])
    ]
  }
}
