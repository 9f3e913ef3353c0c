import Changes
import Platform
import Rendering
import Settings
import Sync

extension Doctor {
  /// What a look at the store found out.
  package struct StoreFindings {
    package var findings: [Finding]
    /// Whether it has calendars of servers.
    package var hasSubscriptions = false
  }

  /// The store, its health and its accounts; nothing is made, upgraded or written.
  package func store() -> StoreFindings {
    guard let path = session.storePath else {
      return StoreFindings(findings: [
        Finding(
          "store", .problem, "neither --store nor a home folder says where it is",
          hint: "set HOME, or --store FILE")
      ])
    }
    if session.usesMemory { return StoreFindings(findings: [Finding("store", "it is in memory")]) }
    let found: StoreExamination
    do throws(StoreError) {
      found = try StoreExamination(path: path, stopSignal: session.stopSignal)
    } catch {
      if error.code == .noStore {
        return StoreFindings(findings: [missing(error, path)])
      }
      return StoreFindings(findings: [Finding("store", error, path: path)])
    }
    var result = StoreFindings(findings: file(found, path))
    if found.findings.isEmpty, found.format == StoreFormat.current { result.add(contents(of: path)) }
    return result
  }

  private func missing(_ error: StoreError, _ path: String) -> Finding {
    let message = "there is none yet at \(short(path))"
    if let (folder, reason) = Files.obstacle(toMaking: path) {
      return Finding(
        "store", .problem, "\(message), and none can be made: \(short(folder)): \(reason)",
        hint: "check the permissions of \(short(folder)); --store FILE names another place",
        code: StoreError.Code.cannotCreate.rawValue, path: path)
    }
    return Finding("store", .note, message, hint: error.hint, code: error.code.rawValue, path: path)
  }

  private func file(_ found: StoreExamination, _ path: String) -> [Finding] {
    let size = Self.words(bytes: found.size)
    let format = String(found.format)
    var findings: [Finding] = []
    if found.findings.isEmpty {
      findings.append(
        Finding("store", "\(short(path)), \(size), format \(format), sound", version: format, path: path))
    } else {
      let damage = StoreError(.corrupt, path, detail: found.findings.joined(separator: "; "))
      findings.append(Finding("store", damage, path: path))
    }
    if found.format < StoreFormat.current {
      findings.append(
        Finding(
          "store", .note,
          "its format \(format) is an older one: what opens it next brings it up to \(StoreFormat.current)",
          version: format, path: path))
    }
    if !found.isWritable {
      findings.append(
        Finding(
          "store", .note, "it can only be read", hint: "check the permissions of \(short(path))", path: path))
    }
    if found.isWritable, let free = Files.freeBytes(at: path), free < Self.leastFree {
      findings.append(
        Finding(
          "store", .problem, "its disk is full: \(free / 1_000) kB are free",
          hint: "free some space: until then nothing can be written",
          code: StoreError.Code.diskFull.rawValue, path: path))
    }
    if found.isOpenToOthers {
      findings.append(
        Finding("store", .note, "others can read it", hint: "chmod 600 \(short(path))", path: path))
    }
    return findings
  }

  // MARK: Contents

  private func contents(of path: String) -> StoreFindings {
    do {
      let store = try CalendarStore(
        path: path, access: .read, zones: session.zones, stopSignal: session.stopSignal)
      var result = StoreFindings(findings: try zones(of: store))
      for line in try AccountLine.all(in: store) {
        guard let finding = account(line) else { continue }
        result.findings.append(finding)
        if line.kind == AccountRecord.Kind.subscriptions.name, line.calendars > 0 {
          result.hasSubscriptions = true
        }
      }
      let conflicts = try store.syncConflicts().count
      if conflicts > 0 {
        result.findings.append(
          Finding(
            "accounts", .note, "\(ChangeReport.count(conflicts, "conflict")) to look at",
            hint: "kal sync conflicts lists them"))
      }
      return result
    } catch {
      return StoreFindings(findings: [Finding("store", ShellError(error), path: path)])
    }
  }

  private func zones(of store: CalendarStore) throws(StoreError) -> [Finding] {
    let unknown = try store.unknownZones()
    if unknown.isEmpty { return [] }
    return [
      Finding(
        "store", .problem,
        "items are in time zones that the system does not know: \(unknown.joined(separator: ", "))",
        hint: "install the package tzdata, or set TZDIR to where the zone files are",
        code: StoreError.Code.zoneMissing.rawValue)
    ]
  }

  /// The finding about an account; nil for one that is kept in the store alone.
  private func account(_ line: AccountLine) -> Finding? {
    if line.state.isEmpty { return nil }
    let name = line.source.title
    let part = "account \(name)"
    let calendars = ChangeReport.count(line.calendars, "calendar")
    let synced = line.synced.map { ", synced \(moment($0))" } ?? ""
    let state = "\(line.kind), \(calendars), \(line.state)\(synced)"
    let sync = "kal sync \(Quoting.word(name)) says more"
    if line.kind == AccountRecord.Kind.folder.name, let place = line.place, !Files.isFolder(place) {
      return Finding(
        part, .problem, "its folder \(short(place)) is not there",
        hint: "mount it, or edit account \(Quoting.word(name)) set path",
        path: place)
    }
    if line.hasFault { return Finding(part, .problem, state, hint: sync, path: line.place) }
    let isInSync = line.state == AccountLine.inSync
    return Finding(part, isInSync ? .ok : .note, state, hint: isInSync ? nil : sync, path: line.place)
  }

  /// A moment as a clock on the wall shows it.
  private func moment(_ instant: Instant) -> String {
    let zone = (try? session.context().context.zone) ?? .utc
    let local = zone.civil(at: instant)
    return "\(local.date) \(local.time.description.prefix(5))"
  }

  /// The number of bytes that a change may need, with its log.
  private static let leastFree = 1_000_000

  /// A number of bytes in the unit that fits.
  private static func words(bytes: Int) -> String {
    if bytes < 1_000_000 { return "\(max(1, bytes / 1_000)) kB" }
    return "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }
}

extension Doctor.StoreFindings {
  fileprivate mutating func add(_ other: Doctor.StoreFindings) {
    findings += other.findings
    hasSubscriptions = hasSubscriptions || other.hasSubscriptions
  }
}
