import CivilTime
import Model
import QueryEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Does what an alarm is for: tells the person, and where they allowed it plays, writes or opens.
///
/// Calendars come from others too, so that nothing is sent or opened unless `alarms.actions` says so.
final class AlarmActions {
  let session: Session
  /// Programs that were started and may still run.
  private var children: [pid_t] = []

  init(session: Session) { self.session = session }

  /// Rings: a line or an object on the output, the person's command or a notification, and the alarm's own action.
  func perform(_ ringing: RingingAlarm) {
    tell(ringing)
    let row = ringing.row
    let variables = variables(ringing)
    if let command = session.settings.alarmCommand {
      start(["/bin/sh", "-c", command], variables)
    } else if let program = find("notify-send"), hasDesktop {
      start([program, "--app-name=Kalends", "--", title(row), body(ringing)], variables)
    }
    switch row.alarm.action {
    case .display: break
    case .audio where allows(.sound): play(row.alarm.sound)
    case .email where allows(.email): if let address = row.alarm.email { mail(address, ringing) }
    case .procedure where allows(.open):
      if let url = row.alarm.url, let program = find("xdg-open") ?? find("open") {
        start([program, url], variables)
      }
    case .audio, .email, .procedure: break
    }
  }

  private func allows(_ action: AlarmActionWord) -> Bool { session.settings.alarmActions.contains(action) }

  // MARK: Words

  private func tell(_ ringing: RingingAlarm) {
    let row = ringing.row
    if session.wantsJSON || session.format == .jsonl {
      var items = ItemJSON(now: row.time, zone: zone)
      var bytes: [UInt8] = []
      items.append(row, to: &bytes)
      bytes.removeLast()
      bytes += Array(",\"late\":\(ringing.lateness)}".utf8)
      session.output.appendLine(String(decoding: bytes, as: UTF8.self))
    } else {
      let clock = String(zone.civil(at: row.time).time.description.prefix(5))
      session.output.appendLine("\(clock)  \(title(row))  \(body(ringing))")
    }
    try? session.output.flush()
  }

  private var zone: Zone { (try? session.context().context.zone) ?? .utc }

  private func title(_ row: AlarmRow) -> String { SafeText.line(row.item.record.title ?? "(no title)") }

  /// `Wed 18 Nov 2026 09:15, 10 min before, in Work (3 h late)`.
  private func body(_ ringing: RingingAlarm) -> String {
    let row = ringing.row
    let time = row.item.record.kind == .reminder ? row.item.due ?? row.item.start : row.item.start
    var parts = time.map { [TimeText.time($0, in: zone)] } ?? []
    parts.append(SafeText.line(AlarmText.words(row.alarm, of: row.item.record.kind)))
    parts.append("in " + SafeText.line(row.item.calendar.title))
    let late = ringing.lateness / 60 * 60
    return parts.joined(separator: ", ")
      + (late == 0 ? "" : " (\(ValueText.length(CalendarDuration(seconds: late))) late)")
  }

  private func variables(_ ringing: RingingAlarm) -> [String: String] {
    let row = ringing.row
    let time = row.item.start ?? row.item.due
    return [
      "KAL_ID": row.item.occurrenceID ?? row.item.id, "KAL_TITLE": title(row), "KAL_TEXT": body(ringing),
      "KAL_TIME": ExtendedFormat.text(row.time, in: zone),
      "KAL_START": time.map { ValueText.plain($0.value(in: zone)) } ?? "",
      "KAL_CALENDAR": SafeText.line(row.item.calendar.title), "KAL_ACTION": row.alarm.action.rawValue,
      "KAL_LATE": String(ringing.lateness),
    ]
  }

  // MARK: Programs

  private var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"].contains {
      session.surroundings.variable($0)?.isEmpty == false
    }
  }

  /// The path of a program that the person has.
  private func find(_ name: String) -> String? {
    (session.surroundings.variable("PATH") ?? "").split(separator: ":").map { $0 + "/" + name }
      .first { access($0, X_OK) == 0 }
  }

  private func play(_ sound: String?) {
    if let sound, access(sound, R_OK) == 0,
      let program = find("paplay") ?? find("aplay") ?? find("afplay")
    {
      start([program, sound], [:])
    } else if session.surroundings.errorIsTerminal {
      session.errors.append("\u{7}")
      try? session.errors.flush()
    }
  }

  private func mail(_ address: String, _ ringing: RingingAlarm) {
    guard
      let program = find("sendmail") ?? (access("/usr/sbin/sendmail", X_OK) == 0 ? "/usr/sbin/sendmail" : nil)
    else { return session.say("note:  there is no sendmail to write to \(SafeText.line(address))") }
    let safe = address.filter { !$0.isNewline }
    start(
      [program, "-t"], [:],
      input:
        "To: \(safe)\nSubject: \(title(ringing.row))\nContent-Type: text/plain; charset=utf-8\n\n\(body(ringing))\n"
    )
  }

  /// Starts a program and does not wait for it; what it is told stands in its environment.
  private func start(_ arguments: [String], _ variables: [String: String], input: String = "") {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      return session.say("note:  no program can be started: \(systemReason(errno))")
    }
    defer {
      close(ends[0])
      close(ends[1])
    }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let environment = session.surroundings.environment.merging(variables) { $1 }
    let child = Subprocess.spawn(arguments, environment.map { "\($0)=\($1)" }, input: ends[0])
    guard let child else { return session.say("note:  \(arguments[0]) cannot be started") }
    children.append(child)
    // A pipe holds more than an alarm says.
    let bytes = Array(input.utf8)
    if !bytes.isEmpty { _ = write(ends[1], bytes, min(bytes.count, 4_096)) }
  }

  /// Lets programs go that have ended; those that run on are waited for another time.
  func reap() {
    children.removeAll { child in
      var status: Int32 = 0
      return waitpid(child, &status, WNOHANG) != 0
    }
  }
}
