import Changes

/// The outcome of a message between organizer and attendees, as a sentence.
struct SchedulingSentences {
  private let sentences: ItemSentences

  /// Creates sentences with times in a zone.
  init(zone: Zone) { sentences = ItemSentences(zone: zone) }

  /// Returns `Anna accepted: Planning, Thu 19 Nov 2026 10:00–11:00`.
  func sentence(_ outcome: SchedulingOutcome) -> String {
    let text = plain(outcome)
    guard let comment = outcome.comment, outcome.effect != .unchanged else { return text }
    return text + " (“" + comment.split(separator: "\n").joined(separator: " ") + "”)"
  }

  private func plain(_ outcome: SchedulingOutcome) -> String {
    let who = outcome.sender?.shownName ?? "somebody"
    let item = self.item(outcome.item, outcome)
    switch outcome.effect {
    case .added:
      return "\(outcome.sender?.shownName ?? "an invitation") invites to \(item)" + place(outcome)
    case .updated:
      var text = "\(who) changed: \(item)"
      if let before = outcome.before.flatMap(sentences.time), before != sentences.time(outcome.item) {
        text += ", before \(before)"
      }
      if outcome.dropped > 0 {
        text += "; \(ChangeReport.count(outcome.dropped, "changed occurrence")) no longer fitted"
      }
      return text
    case .answered(let status): return "\(who) \(Self.verb(status)): \(item)"
    case .delegated(let other): return "\(who) sends \(other.isEmpty ? "somebody else" : other): \(item)"
    case .canceled: return "\(who) canceled: \(item)"
    case .occurrenceAdded: return "\(who) added a date: \(item)"
    case .unchanged: return "unchanged: \(item); the \(outcome.method.rawValue) says nothing new"
    case .reported: return report(outcome, who, item)
    case .refused(let refusal):
      return "the \(outcome.method.rawValue)\(from(outcome)) changes nothing: "
        + reason(refusal, outcome, item)
    }
  }

  private func report(_ outcome: SchedulingOutcome, _ who: String, _ item: String) -> String {
    switch outcome.method {
    case .counter:
      guard let proposal = outcome.proposal.flatMap(sentences.time) else {
        return "\(who) proposes a change of \(item)"
      }
      return "\(who) proposes \(proposal) for \(item); nothing was changed"
    case .declineCounter: return "\(who) keeps \(item) as it is; nothing was changed"
    case .refresh: return "\(who) asks for the present version of \(item); export … as invitation writes it"
    case .publish, .request, .reply, .add, .cancel: return item
    }
  }

  private func reason(
    _ refusal: SchedulingOutcome.Refusal, _ outcome: SchedulingOutcome, _ item: String
  ) -> String {
    switch refusal {
    case .earlierVersion(let sequence, let present):
      "it is about version \(sequence) of \(item), which is at version \(present)"
    case .earlierMessage: "a later message about \(item) was here before it"
    case .unknownItem: "no calendar has \(item)"
    case .noOccurrence: "there is no such occurrence: \(item)"
    case .notInvited: "\(outcome.sender?.shownName ?? "the sender") is not among the attendees of \(item)"
    case .notDelegated(let delegator):
      "\(delegator) did not say that \(outcome.sender?.shownName ?? "somebody else") comes instead to \(item)"
    case .otherOrganizer(let present):
      present.map { "\($0.shownName) organizes \(item)" } ?? "\(item) is not theirs: it names no organizer"
    case .organizedBy(let organizer):
      "\(organizer.shownName) organizes \(item), and answers are for the organizer"
    case .aboutOthers: "others are no longer invited to \(item)"
    case .notOneAnswer(let count):
      count == 0
        ? "it names nobody who answers: \(item)" : "it names \(count) people, and one answers: \(item)"
    case .readOnlyCalendar(let calendar): "\(item) is in \(calendar), which is read-only"
    case .noUID: "it has no UID: \(item)"
    case .otherKindOfTime: "a whole day and a time do not go together in one series: \(item)"
    case .unsupported(let component): "a \(component) is not scheduled here"
    case .noStart: "it has no start: \(item)"
    case .noOrganizer(let present): "it names no organizer, and \(present.shownName) organizes \(item)"
    case .repeated: "the same message has another version of \(item)"
    case .ruleAdded: "it adds a rule, and one date at a time can be added: \(item)"
    case .badSequence: "its SEQUENCE is no version that there can be: \(item)"
    }
  }

  private func from(_ outcome: SchedulingOutcome) -> String {
    outcome.sender.map { " from \($0.shownName)" } ?? ""
  }

  private func item(_ item: Item, _ outcome: SchedulingOutcome) -> String {
    let title = item.title ?? outcome.uid.map { "UID \($0)" } ?? "(untitled)"
    let time = sentences.time(item).map { ", " + $0 } ?? ""
    let reach = outcome.reachesLater ? " and all later ones" : ""
    return title + time + reach + (outcome.isSeries ? sentences.phrase(item).map { ", \($0)" } ?? "" : "")
  }

  private func place(_ outcome: SchedulingOutcome) -> String { outcome.calendar.map { ", in \($0)" } ?? "" }

  private static func verb(_ status: String) -> String {
    switch status {
    case "accepted", "declined", "completed": status
    case "tentative": "accepted tentatively"
    case "in-process": "is at work on it"
    case "needs-action": "has not answered yet"
    default: "answered \(status)"
    }
  }
}
