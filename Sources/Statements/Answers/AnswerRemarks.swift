import Changes
import Rendering

/// The reasons why an answer is empty or smaller than expected, for the lines below a table.
///
/// Each remark runs a short query; if that fails the remark is left out, since the answer itself came.
extension RowPrinter {
  func remarks(on query: BoundQuery, _ rows: Int) -> [String] {
    guard let store = try? session.readableStore() else { return [] }
    func count(_ other: BoundQuery?) -> Int {
      guard let other, var result = try? Engine(store, context).run(other),
        case .group(let values)? = try? result.next(), case .integer(let count)? = values.first
      else { return 0 }
      return count
    }
    var remarks: [String] = []
    if query.shape == .days {
      let late = count(query.overdueBefore(context))
      if late > 0 {
        remarks.append("\(late) overdue \(late == 1 ? "reminder" : "reminders"): reminders overdue")
      }
    }
    guard rows == 0 else { return remarks }
    if let all = query.withoutConditions {
      let count = count(all)
      if count == 1 { remarks.append("the one in that range does not pass the condition") }
      if count > 1 { remarks.append("none of the \(count) in that range passes the condition") }
    }
    if query.notes.contains(.openReminders) {
      let done = count(query.withDone)
      if done > 0 { remarks.append("\(done) done or called off: reminders all") }
    }
    return remarks
  }
}
