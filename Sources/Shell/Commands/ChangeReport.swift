import CivilTime
import Editing
import Model
import QueryEngine
import Store

/// Tells what a change did: ids on standard output, words on standard error; one JSON object where JSON is asked for.
struct ChangeReport {
  let session: Session
  let context: QueryContext
  let isDryRun: Bool
  /// `saved`, `deleted` or `canceled`; `saved` where nothing changed is told as `unchanged`.
  var outcome = "saved"
  private var outcomes: [EditOutcome] = []

  init(session: Session, context: QueryContext, isDryRun: Bool) {
    self.session = session
    self.context = context
    self.isDryRun = isDryRun
  }

  /// Takes in what was done to one target, with a sentence about it.
  mutating func add(_ result: EditOutcome, _ sentence: String) {
    outcomes.append(result)
    if result.isDeleted { outcome = "deleted" }
    session.say((isDryRun ? "would be " : "") + sentence)
    if result.previous != nil, let previous = result.previous {
      session.say(
        "note:  the series is cut: \(PublicID.text(result.kind.prefix, previous)) ends before, "
          + "\(PublicID.text(result.kind.prefix, result.target.item)) goes on")
    }
    if result.dropped > 0 {
      session.say(
        "note:  \(Self.count(result.dropped, "changed occurrence")) no longer \(result.dropped == 1 ? "fits" : "fit") and "
          + "\(result.dropped == 1 ? "was" : "were") dropped")
    }
    if result.kept > 0 {
      session.say(
        "note:  \(Self.count(result.kept, "occurrence")) changed before \(result.kept == 1 ? "keeps its" : "keep their") own values"
      )
    }
    if result.droppedAlarms > 0 {
      session.say(
        "note:  the account keeps fewer alarms: \(Self.count(result.droppedAlarms, "alarm")) left out")
    }
  }

  /// Writes the ids or the object.
  func finish() {
    if session.wantsJSON {
      session.output.appendLine(String(decoding: object, as: UTF8.self))
    } else if !isDryRun {
      for id in ids { session.output.appendLine(id) }
    }
    if let last = outcomes.last(where: { !$0.isDeleted }), !isDryRun {
      session.lastTouched = last.target
    }
    if !isDryRun { session.refreshShown(Set(outcomes.map(\.target.item)), now: context.now) }
  }

  /// Whether nothing was written, as all was so before; inside a batch nobody knows until it is committed.
  private var isUnchanged: Bool {
    outcome == "saved" && !outcomes.isEmpty && !session.isInBatch && outcomes.allSatisfy { $0.step == nil }
  }

  private var ids: [String] {
    // The id of a dry run's new item would be somebody else's later.
    outcomes.filter { !isDryRun || $0.previous == nil }.map { $0.target.id($0.kind) }
  }

  private var object: [UInt8] {
    var bytes = Array("{\"outcome\":".utf8)
    JSONText.append(isDryRun ? "dry-run" : isUnchanged ? "unchanged" : outcome, to: &bytes)
    bytes += Array(",\"ids\":[".utf8)
    for (index, id) in ids.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONText.append(id, to: &bytes)
    }
    bytes += Array("],\"count\":\(outcomes.count)".utf8)
    func number(_ key: String, _ value: Int?) {
      bytes += Array(",\"\(key)\":\(value.map(String.init) ?? "null")".utf8)
    }
    number("occurrences", Self.total(outcomes.map(\.reached)))
    number("remaining", Self.total(outcomes.map(\.remaining)))
    func id(_ key: String, _ value: String?) {
      bytes += Array(",\"\(key)\":".utf8)
      JSONText.append(value, to: &bytes)
    }
    id(
      "previous",
      outcomes.compactMap { result in result.previous.map { PublicID.text(result.kind.prefix, $0) } }.first)
    id("next", outcomes.compactMap { result in result.next?.id(result.kind) }.first)
    // The step of a dry run was taken back.
    id("undo", isDryRun ? nil : outcomes.compactMap(\.step).last.map { "u" + String($0) })
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static func total(_ counts: [Int?]) -> Int? {
    var sum = 0
    for count in counts {
      guard let count else { return nil }
      sum += count
    }
    return sum
  }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension Session {
  /// Whether statements that change something answer with a JSON object: when JSON was asked for by name.
  var wantsJSON: Bool {
    switch formatOption ?? settings.format {
    case .json, .jsonl: true
    case nil, .table, .chart, .line, .csv, .tsv, .ids, .ics, .jscalendar, .invitation, .reply: false
    }
  }
}
