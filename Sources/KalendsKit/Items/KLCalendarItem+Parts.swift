import Editing
import Foundation

// Alarms and rules are objects that report their changes to their item.
extension KLCalendarItem {
  // MARK: Alarms

  /// The alarms; nil when there are none.
  ///
  /// The save drops alarms beyond the number that the account keeps.
  public var alarms: [KLAlarm]? {
    get {
      let alarms = loadedAlarms()
      return alarms.isEmpty ? nil : alarms
    }
    set { writeAlarms(newValue ?? []) }
  }

  private func loadedAlarms() -> [KLAlarm] {
    if let alarmObjects { return alarmObjects }
    let alarms = draft.item.alarms.map(KLAlarm.init)
    watch(alarms)
    return alarms
  }

  private func watch(_ alarms: [KLAlarm]) {
    alarmObjects?.forEach { $0.onChange = nil }
    alarmObjects = alarms
    for alarm in alarms { alarm.onChange = { [weak self] in self?.alarmsChanged() } }
  }

  private func writeAlarms(_ alarms: [KLAlarm]) {
    watch(alarms)
    alarmsChanged()
  }

  private func alarmsChanged() {
    let alarms = alarmObjects ?? []
    edit { $0.set(.alarms) { $0.alarms = alarms.map(\.value) } }
  }

  /// Adds an alarm.
  public func addAlarm(_ alarm: KLAlarm) { writeAlarms(loadedAlarms() + [alarm]) }

  /// Removes an alarm: this object, or else one with the same time and action.
  public func removeAlarm(_ alarm: KLAlarm) {
    var alarms = loadedAlarms()
    let place =
      alarms.firstIndex { $0 === alarm } ?? alarms.firstIndex { $0.value.saysTheSame(as: alarm.value) }
    guard let place else { return }
    alarms[place].onChange = nil
    alarms.remove(at: place)
    writeAlarms(alarms)
  }

  // MARK: Rules

  /// The rules, at most one when set here; nil when the item does not repeat.
  public var recurrenceRules: [KLRecurrenceRule]? {
    get {
      let rules = loadedRules()
      return rules.isEmpty ? nil : rules
    }
    set { writeRules(newValue ?? []) }
  }

  private func loadedRules() -> [KLRecurrenceRule] {
    if let ruleObjects { return ruleObjects }
    let item = draft.item
    let rules = (item.recurrence?.rules ?? []).map {
      KLRecurrenceRule($0, zone: item.anchor?.zone ?? eventStore.viewer)
    }
    watch(rules)
    return rules
  }

  private func watch(_ rules: [KLRecurrenceRule]) {
    ruleObjects?.forEach { $0.onChange = nil }
    ruleObjects = rules
    for rule in rules { rule.onChange = { [weak self] in self?.rulesChanged() } }
  }

  private func writeRules(_ rules: [KLRecurrenceRule]) {
    // Only the last rule is kept.
    watch(rules.last.map { [$0] } ?? [])
    rulesChanged()
  }

  private func rulesChanged() {
    let rules = (ruleObjects ?? []).map(\.rule)
    edit { $0.setRules(rules) }
  }

  /// Sets the one rule by which the item repeats.
  public func addRecurrenceRule(_ rule: KLRecurrenceRule) { writeRules([rule]) }

  /// Removes a rule.
  public func removeRecurrenceRule(_ rule: KLRecurrenceRule) {
    let rest = loadedRules().filter { $0 !== rule && $0.rule != rule.rule }
    writeRules(rest)
  }
}
