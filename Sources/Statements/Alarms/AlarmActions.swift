import Changes
import Platform
import Rendering
import Settings

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Performs an alarm: runs the person's command or shows a notification and, if allowed, plays a sound, sends
/// mail or opens an address.
///
/// Calendars also come from other people, so nothing is sent or opened unless `alarms.actions` allows it.
package struct AlarmActions {
  let session: Session

  package init(session: Session) { self.session = session }

  /// Runs the person's command or shows a notification, and performs the alarm's own action.
  package func perform(_ ringing: RingingAlarm) {
    session.children.reap()
    if session.isConfined { return }
    let row = ringing.row
    let variables = variables(ringing)
    if let command = session.settings.alarmCommand {
      start(["/bin/sh", "-c", command], variables)
    } else if let program = find("notify-send"), hasDesktop {
      start([program, "--app-name=Kalends", "--", ringing.title, ringing.text(in: session.zone)], variables)
    }
    switch row.alarm.action {
    case .display: break
    case .audio where allows(.sound): play(row.alarm.sound)
    case .email where allows(.email): if let address = row.alarm.email { mail(address, ringing) }
    case .procedure where allows(.open):
      if let url = row.alarm.url { open(url, variables) }
    case .audio, .email, .procedure: break
    }
  }

  private func allows(_ action: AlarmActionWord) -> Bool { session.settings.alarmActions.contains(action) }

  private func variables(_ ringing: RingingAlarm) -> [String: String] {
    let (row, zone) = (ringing.row, session.zone)
    let time = row.item.start ?? row.item.due
    return [
      "KAL_ID": row.item.occurrenceID ?? row.item.id, "KAL_TITLE": ringing.title,
      "KAL_TEXT": ringing.text(in: zone), "KAL_TIME": ExtendedFormat.text(row.time, in: zone),
      "KAL_START": time.map { ValueText.plain($0.value(in: zone)) } ?? "",
      "KAL_CALENDAR": SafeText.line(row.item.calendar.title), "KAL_ACTION": row.alarm.action.rawValue,
      "KAL_LATE": String(ringing.lateness),
    ]
  }

  // MARK: Programs

  private var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"].contains {
      session.environment.variable($0)?.isEmpty == false
    }
  }

  /// Returns the path of an installed program.
  private func find(_ name: String) -> String? {
    (session.environment.variable("PATH") ?? "").split(separator: ":").map { $0 + "/" + name }
      .first { access($0, X_OK) == 0 }
  }

  /// Opens only addresses of people and pages: a file, a script or an option may come from anyone who sends
  /// an invitation.
  private func open(_ url: String, _ variables: [String: String]) {
    guard AlarmTarget.isOpened(url) else {
      return session.note(
        "not opened, as it is neither a page, an address nor a number: \(SafeText.line(url))")
    }
    // An address begins with its scheme, so it cannot be an option; xdg-open has no `--`.
    if let program = find("xdg-open") ?? find("open") { start([program, url], variables) }
  }

  private func play(_ sound: String?) {
    if let path = sound.flatMap(AlarmTarget.playable) {
      if let program = find("paplay") ?? find("aplay") { return start([program, "--", path], [:]) }
      if let program = find("afplay") { return start([program, path], [:]) }
    }
    if session.environment.errorIsTerminal {
      session.errors.append(styled: "\u{7}")
      try? session.errors.flush()
    }
  }

  private func mail(_ address: String, _ ringing: RingingAlarm) {
    guard
      let program = find("sendmail") ?? (access("/usr/sbin/sendmail", X_OK) == 0 ? "/usr/sbin/sendmail" : nil)
    else { return session.note("there is no sendmail to write to \(SafeText.line(address))") }
    let safe = address.filter { !$0.isNewline }
    start(
      [program, "-t"], [:],
      input:
        "To: \(safe)\nSubject: \(ringing.title)\nContent-Type: text/plain; charset=utf-8\n\n\(ringing.text(in: session.zone))\n"
    )
  }

  /// Starts a program without waiting for it; its environment carries the alarm's values.
  private func start(_ arguments: [String], _ variables: [String: String], input: String = "") {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      return session.note("no program can be started: \(systemReason(errno))")
    }
    defer {
      close(ends[0])
      close(ends[1])
    }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let environment = session.environment.variables.merging(variables) { $1 }
    let child = Subprocess.spawn(arguments, environment.map { "\($0)=\($1)" }, input: ends[0])
    guard let child else { return session.note("\(arguments[0]) cannot be started") }
    session.children.add(child)
    // A pipe holds more bytes than an alarm has.
    let bytes = Array(input.utf8)
    if !bytes.isEmpty { _ = write(ends[1], bytes, min(bytes.count, 4_096)) }
  }
}

extension Session {
  /// The zone in which times are written.
  package var zone: Zone { (try? context().context.zone) ?? .utc }
}
