import CivilTime
import QueryLanguage
import Store

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `kal alarms watch`, `alarms watch once`, `alarms snooze LENGTH [ID]` and `alarms location LATITUDE LONGITUDE`.
enum AlarmProgram {
  enum Command: Equatable {
    case watch, watchOnce
    case snooze(String, id: String?)
    case location(String, String)
  }

  /// What the words after `kal` ask for; nil where they are a statement.
  static func command(_ words: [String]) -> Command? {
    guard words.first?.lowercased() == "alarms" else { return nil }
    switch (words.dropFirst().first?.lowercased(), words.count) {
    case ("watch", 2): return .watch
    case ("watch", 3) where words[2].lowercased() == "once": return .watchOnce
    case ("snooze", 3): return .snooze(words[2], id: nil)
    case ("snooze", 4): return .snooze(words[2], id: words[3])
    case ("location", 4): return .location(words[2], words[3])
    default: return nil
    }
  }

  static func run(_ command: Command, _ session: Session) throws(ShellError) {
    guard try session.permit([AccessNeed(.read, .event), AccessNeed(.read, .reminder)]) else { return }
    let watcher = try AlarmWatcher(session)
    let actions = AlarmActions(session: session)
    switch command {
    case .watch: try watch(watcher, actions, session)
    case .watchOnce: for ringing in try watcher.look() { actions.perform(ringing) }
    case .snooze(let length, let id):
      let (row, until) = try watcher.snooze(id, by: try seconds(length))
      let zone = try session.context().context.zone
      session.say(
        "\(SafeText.line(row.item.record.title ?? "(no title)")) rings again at \(TimeText.moment(until, in: zone))"
      )
    case .location(let latitude, let longitude):
      guard let north = Double(latitude), let east = Double(longitude), abs(north) <= 90, abs(east) <= 180
      else {
        throw .badSetting(
          "location", value: latitude + " " + longitude,
          choices: "degrees north and east, such as 52.52 13.405")
      }
      let position = AlarmState.Position(latitude: north, longitude: east)
      for ringing in try watcher.move(to: position) { actions.perform(ringing) }
    }
  }

  private static func seconds(_ text: String) throws(ShellError) -> Int {
    do throws(SyntaxError) {
      if let length = try SyntaxFragment.duration(text).calendarDuration, length.months == 0 {
        return length.days * 86_400 + length.seconds
      }
    } catch {
      throw .statement(error.diagnostic, source: text)
    }
    throw .badSetting("snooze", value: text, choices: "a length, such as 10m or 1h")
  }

  /// Looks whenever something may have to ring: at its time, after a change of the store, after something was put off, and twice a minute in any case, as clocks
  /// are set and machines sleep.
  private static func watch(
    _ watcher: AlarmWatcher, _ actions: AlarmActions, _ session: Session
  ) throws(ShellError) {
    session.say("watching; Ctrl-C ends it")
    var version: Int?
    var stamp: AlarmStateFile.Stamp?
    var due: Instant?
    var rounds = 0
    // Who reads along may go.
    while session.output.isOpen {
      let now = try session.context().context.now
      let present: Int
      do throws(StoreError) {
        present = try watcher.store.dataVersion()
      } catch {
        throw .store(error)
      }
      if present != version || watcher.file.stamp != stamp || rounds == 0 || due.map({ $0 <= now }) ?? false {
        version = present
        for ringing in try watcher.look() { actions.perform(ringing) }
        due = try watcher.next()
        stamp = watcher.file.stamp
      }
      actions.reap()
      rounds = (rounds + 1) % 30
      sleep(1)
    }
  }
}
