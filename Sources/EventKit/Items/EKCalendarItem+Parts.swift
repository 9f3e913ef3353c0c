import Editing
import Foundation

// Alarms and rules are objects that report their changes to their item.
extension EKCalendarItem {
  // MARK: Alarms

  func loadedAlarms() -> [EKAlarm] {
    settle()
    if let alarmObjects { return alarmObjects }
    if cheap({ $0.record.alarmCount == 0 }, { _ in false }) { return [] }
    let alarms = draft.item.alarms.map { EKAlarm($0) }
    watch(alarms)
    return alarms
  }

  private func watch(_ alarms: [EKAlarm]) {
    alarmObjects?.forEach { $0.onChange = nil }
    alarmObjects = alarms
    for alarm in alarms { alarm.onChange = { [weak self] in self?.alarmsChanged() } }
  }

  func writeAlarms(_ alarms: [EKAlarm]) {
    let own = alarmObjects ?? []
    // One that belongs to another item stays that item's: this one gets a copy.
    watch(
      alarms.map { alarm in
        let isFree = alarm.onChange == nil || own.contains { $0 === alarm }
        return isFree ? alarm : alarm.copied
      })
    alarmsChanged()
  }

  private func alarmsChanged() {
    let alarms = alarmObjects ?? []
    edit { $0.set(.alarms) { $0.alarms = alarms.map(\.value) } }
  }

  /// Removes an alarm: this object, or else one with the same time and action.
  func remove(_ alarm: EKAlarm) {
    var alarms = loadedAlarms()
    let place = alarms.firstIndex { $0 === alarm } ?? alarms.firstIndex(of: alarm)
    guard let place else { return }
    alarms[place].onChange = nil
    alarms.remove(at: place)
    writeAlarms(alarms)
  }

  // MARK: Rules

  func loadedRules() -> [EKRecurrenceRule] {
    settle()
    if let ruleObjects { return ruleObjects }
    if cheap({ !$0.occurrence.isRecurring }, { _ in false }) { return [] }
    let item = draft.item
    let rules = (item.recurrence?.rules ?? []).map {
      EKRecurrenceRule($0, zone: item.anchor?.zone ?? eventStore.viewer)
    }
    watch(rules)
    return rules
  }

  private func watch(_ rules: [EKRecurrenceRule]) {
    ruleObjects?.forEach { $0.onChange = nil }
    ruleObjects = rules
    for rule in rules { rule.onChange = { [weak self] in self?.rulesChanged() } }
  }

  /// Sets the rules: of several the last one alone.
  func writeRules(_ rules: [EKRecurrenceRule]) {
    let own = ruleObjects ?? []
    watch(
      rules.suffix(1).map { rule in
        let isFree = rule.onChange == nil || own.contains { $0 === rule }
        return isFree ? rule : rule.copied
      })
    rulesChanged()
  }

  private func rulesChanged() {
    let rules = (ruleObjects ?? []).map(\.rule)
    edit { $0.setRules(rules) }
  }

  /// Removes a rule; others that came with the item stay.
  func remove(_ rule: EKRecurrenceRule) {
    let rules = loadedRules()
    let rest = rules.filter { $0 !== rule && $0.rule != rule.rule }
    if rest.count == rules.count { return }
    watch(rest)
    rulesChanged()
  }

  /// Throws for a calendar of another store, and for a rule that cannot be one, which Apple's framework does not let a
  /// program make.
  package func checkValues() throws(EKError) {
    settle()
    if foreignCalendar { throw EKError(.otherStore) }
    if let newCalendar {
      throw EKError(
        .noCalendar, "no-calendar", "the calendar \(newCalendar.title ?? "") is not saved yet",
        hint: "save it first")
    }
    for rule in ruleObjects ?? [] {
      do throws(RecurrenceProblem) {
        try rule.check()
      } catch {
        throw EKError(error)
      }
    }
  }
}
