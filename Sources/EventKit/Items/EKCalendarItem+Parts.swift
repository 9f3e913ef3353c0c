import Editing
import Foundation

// Alarms and rules are objects that report their changes to their item.
extension EKCalendarItem {
  // MARK: Alarms

  /// The alarms; nil when there are none.
  ///
  /// The save drops alarms beyond the number that the account keeps.
  public var alarms: [EKAlarm]? {
    get {
      let alarms = loadedAlarms()
      return alarms.isEmpty ? nil : alarms
    }
    set { writeAlarms(newValue ?? []) }
  }

  private func loadedAlarms() -> [EKAlarm] {
    if let alarmObjects { return alarmObjects }
    let alarms = draft.item.alarms.map { EKAlarm($0) }
    watch(alarms)
    return alarms
  }

  private func watch(_ alarms: [EKAlarm]) {
    alarmObjects?.forEach { $0.onChange = nil }
    alarmObjects = alarms
    for alarm in alarms { alarm.onChange = { [weak self] in self?.alarmsChanged() } }
  }

  private func writeAlarms(_ alarms: [EKAlarm]) {
    watch(alarms)
    alarmsChanged()
  }

  private func alarmsChanged() {
    let alarms = alarmObjects ?? []
    edit { $0.set(.alarms) { $0.alarms = alarms.map(\.value) } }
  }

  /// Adds an alarm.
  public func addAlarm(_ alarm: EKAlarm) { writeAlarms(loadedAlarms() + [alarm]) }

  /// Removes an alarm: this object, or else one with the same time and action.
  public func removeAlarm(_ alarm: EKAlarm) {
    var alarms = loadedAlarms()
    let place =
      alarms.firstIndex { $0 === alarm } ?? alarms.firstIndex(of: alarm)
    guard let place else { return }
    alarms[place].onChange = nil
    alarms.remove(at: place)
    writeAlarms(alarms)
  }

  // MARK: Rules

  /// The rules, at most one when set here; nil when the item does not repeat.
  public var recurrenceRules: [EKRecurrenceRule]? {
    get {
      let rules = loadedRules()
      return rules.isEmpty ? nil : rules
    }
    set { writeRules(newValue ?? []) }
  }

  private func loadedRules() -> [EKRecurrenceRule] {
    if let ruleObjects { return ruleObjects }
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

  private func writeRules(_ rules: [EKRecurrenceRule]) {
    // Only the last rule is kept.
    watch(rules.last.map { [$0] } ?? [])
    rulesChanged()
  }

  private func rulesChanged() {
    let rules = (ruleObjects ?? []).map(\.rule)
    edit { $0.setRules(rules) }
  }

  /// Sets the one rule by which the item repeats.
  public func addRecurrenceRule(_ rule: EKRecurrenceRule) { writeRules([rule]) }

  /// Removes a rule.
  public func removeRecurrenceRule(_ rule: EKRecurrenceRule) {
    let rest = loadedRules().filter { $0 !== rule && $0.rule != rule.rule }
    writeRules(rest)
  }

  /// Throws for a rule that cannot be one, which Apple's framework does not let a program make.
  func checkRules() throws(EKError) {
    for rule in ruleObjects ?? [] {
      do throws(RecurrenceProblem) {
        try rule.check()
      } catch {
        throw EKError(error)
      }
    }
  }
}
