import Platform
import Sync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Doctor {
  /// The running program, and what else a person may start under its name.
  package func programs() -> [Finding] {
    let own = Executables.own
    var findings = [
      Finding("kal", Self.version + (own.map { ", " + $0 } ?? ""), version: Self.version, path: own)
    ]
    let inPath = Executables.all("kal", path: path, besides: false)
    if inPath.isEmpty {
      findings.append(
        Finding(
          "kal", .note, "no folder of PATH has it, so units and scripts do not find it",
          hint: Executables.ownFolder.map { "add \($0) to PATH, or link it from a folder there" }))
    }
    for (index, other) in inPath.enumerated() where Executables.resolved(other) != own {
      let said = firstLine(of: other)
      // Programs of other projects have the name too.
      guard let version = said.flatMap({ Self.version(in: $0, of: "kal") }) else {
        findings.append(Finding("kal", .note, "\(other) is another program of that name", path: other))
        continue
      }
      let place = index == 0 ? "comes first in PATH" : "is in PATH too"
      let differs = version != Self.version
      findings.append(
        Finding(
          "kal", differs ? .problem : .note, "\(other) \(place), and is kal \(version)",
          hint: "remove one of the two", version: version, path: other))
    }
    return findings
  }

  /// The program that asks servers; `isNeeded` tells whether there are calendars that it is for.
  package func helper(isNeeded: Bool) -> Finding {
    let name = "kal-sync"
    let need = isNeeded ? "subscriptions cannot be synced" : "only subscriptions need it"
    guard let found = Executables.find(name, path: path) else {
      let place = Executables.ownFolder ?? "the folder of kal"
      if let file = Executables.ownFolder.map({ $0 + "/" + name }), Files.isPlain(file) {
        return Finding(
          name, .problem, "\(file) may not be run", hint: "chmod +x \(file)", path: file)
      }
      return Finding(
        name, isNeeded ? .problem : .note, "it is neither in \(place), beside kal, nor in PATH; \(need)",
        hint: "it is in the package `kalends`; put it beside kal or into PATH",
        code: TransportFault.Code.notInstalled.rawValue)
    }
    let said = firstLine(of: found)
    guard let version = said.flatMap({ Self.version(in: $0, of: name) }) else {
      return Finding(
        name, .problem, "\(found) does not work" + (said.map { ": " + $0 } ?? ""),
        hint: "install the libraries that `ldd \(found)` calls missing",
        code: TransportFault.Code.helperFailed.rawValue, path: found)
    }
    if version == Self.version { return Finding(name, "\(version), \(found)", version: version, path: found) }
    return Finding(
      name, .problem, "\(found) is of version \(version), and kal is \(Self.version)",
      hint: "install both from one package `kalends`", code: TransportFault.Code.helperVersion.rawValue,
      version: version, path: found)
  }

  /// The file with passwords for servers, which nobody else is to read; nil where there is none.
  package func passwords() -> Finding? {
    var info = stat()
    guard let path = session.paths.home.map({ $0 + "/.netrc" }), stat(path, &info) == 0 else { return nil }
    if info.st_mode & (S_IRGRP | S_IROTH) == 0 { return Finding("passwords", short(path), path: path) }
    return Finding(
      "passwords", .note, "others can read \(short(path))", hint: "chmod 600 \(short(path))", path: path)
  }

  // MARK: Versions

  private static let version = HelperTransport.version

  private var path: String? { session.environment.variable("PATH") }

  /// Returns the version in the first line of `--version`; nil if the line is not that of a program.
  private static func version(in line: String, of program: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count >= 2, words[0] == program, words[1].first?.isNumber == true else { return nil }
    return String(words[1])
  }

  /// Returns the first line that a program says to `--version`, on either stream; nil if it says none within
  /// two seconds.
  private func firstLine(of program: String) -> String? {
    let variables = session.environment.variables.map { $0.key + "=" + $0.value }
    guard let child = ChildConnection([program, "--version"], variables, hasErrors: true) else { return nil }
    defer { child.end(killing: true) }
    let deadline = SystemClock.monotonicNanoseconds() + 2_000_000_000
    var bytes: [UInt8] = []
    while !bytes.contains(10), bytes.count < 4_096 {
      do throws(ChildConnection.Stop) {
        bytes += try child.receive(until: deadline, session.stopSignal)
      } catch {
        break
      }
    }
    let line = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    return line.isEmpty ? nil : line
  }
}
