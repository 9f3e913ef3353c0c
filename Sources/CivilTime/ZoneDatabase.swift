import Locking

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The zones of the system's time zone database, read from its TZif files when first asked for.
public final class ZoneDatabase: Sendable {
  /// The folder that holds the files, such as `/usr/share/zoneinfo`; nil when the system has none.
  public let directory: String?
  /// Whether there is a folder to read zones from; false when the package `tzdata` is missing.
  public let isAvailable: Bool
  private let cache = Mutex<[String: Zone?]>([:])
  private let names = Mutex<[String]?>(nil)
  private let refusals = Mutex<(count: Int, last: OpenRefusal?)>((0, nil))
  /// How files are read.
  private let reading: FileReading

  /// The bytes of a file, up to so many; nil where it cannot be read, with the system's reason.
  typealias FileReading = @Sendable (_ path: String, _ limit: Int) -> (bytes: [UInt8]?, code: Int32)

  /// Creates a database in `directory`; nil takes the first existing place where systems keep it.
  ///
  /// The caller passes `TZDIR` here when the environment has it.
  public convenience init(directory: String? = nil) {
    self.init(directory: directory, reading: SystemFile.contents)
  }

  /// A database whose files are read in another way, as when the system opens no more.
  init(directory: String?, reading: @escaping FileReading) {
    self.reading = reading
    let places = [
      "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
      "/var/db/timezone/zoneinfo",
    ]
    self.directory = directory ?? places.first { Self.isDirectory($0) }
    isAvailable = self.directory.map(Self.isDirectory) ?? false
  }

  /// A zone file or folder that the system refused to open for lack of descriptors or memory, so that its
  /// zones may exist.
  public struct OpenRefusal: Hashable, Sendable {
    /// The path.
    public var path: String
    /// The system's error number.
    public var code: Int32
  }

  /// The number of refused opens, and the last one.
  ///
  /// If the count grew during a lookup, a zone that was not found may still exist.
  public var openRefusals: (count: Int, last: OpenRefusal?) { refusals.withLock { $0 } }

  private func contents(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
    let (bytes, code) = reading(path, limit)
    if bytes == nil { noteRefusal(code, path) }
    return bytes
  }

  private func noteRefusal(_ code: Int32, _ path: String) {
    guard code == EMFILE || code == ENFILE || code == ENOMEM else { return }
    refusals.withLock { $0 = ($0.count + 1, OpenRefusal(path: path, code: code)) }
  }

  /// The release of the rules, such as `2025b`, as the database states it; nil when it states none.
  public var release: String? {
    guard let directory else { return nil }
    // Linux keeps the compiler's compact input beside the zones, macOS a file with only the release.
    if let head = contents(directory + "/tzdata.zi", limit: 64) {
      let words = head.prefix { $0 != 10 }.split(separator: 32)
      if words.count == 3, words[1].elementsEqual("version".utf8) {
        return String(decoding: words[2], as: UTF8.self)
      }
    }
    guard let line = contents(directory + "/+VERSION", limit: 64)?.prefix(while: { $0 > 32 }) else {
      return nil
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// The zone of an IANA name, an alias, `UTC`, a POSIX rule, or a name that Windows or
  /// Outlook uses; nil when unknown.
  ///
  /// The exact spelling is tried first; then upper and lower case count as the same.
  public func zone(named name: String) -> Zone? {
    if let known = cache.withLock({ $0[name] }) { return known }
    let refused = openRefusals.count
    let found = lookUp(name)
    // A failed lookup is cached only when no open was refused.
    if found != nil || openRefusals.count == refused { cache.withLock { $0[name] = .some(found) } }
    return found
  }

  /// A name and the IANA name that it stands for, whether or not the system has a file for it.
  public func spellings(of name: String) -> [String] {
    [name] + (ZoneAliases.identifier(forAlias: name).map { [$0] } ?? [])
  }

  private func lookUp(_ name: String) -> Zone? {
    if let zone = zoneFile(name) { return zone }
    let folded = name.lowercased()
    if ["utc", "gmt", "z", "etc/utc", "etc/gmt", "zulu"].contains(folded) { return .utc }
    if let mapped = ZoneAliases.identifier(forAlias: name), let zone = zoneFile(mapped) { return zone }
    for candidate in ZoneAliases.candidates(name) {
      if let zone = zone(named: candidate) { return zone }
    }
    if let offset = ZoneAliases.fixedOffset(name) { return Zone(identifier: name, offset: offset) }
    if let identifier = identifiers.first(where: { $0.lowercased() == folded }) {
      return zoneFile(identifier)
    }
    if let rule = POSIXRule(name: name) { return Zone.following(rule) }
    return zone(ofPlaces: name)
  }

  /// Moments a quarter of a year apart from 2016 on, so that each year has one in standard time.
  private static let samples = (0..<32).map { quarter in
    let (start, quarterLength) = (1_451_606_400, 7_889_400)
    return Instant(seconds: start + quarter * quarterLength)
  }

  /// The zone of the first known place in a list, if it fits the offset written in front of the list.
  private func zone(ofPlaces name: String) -> Zone? {
    let (offset, places) = ZoneAliases.places(name)
    for place in places {
      let ending = "/" + place
      for identifier in identifiers where identifier.lowercased().hasSuffix(ending) {
        guard let zone = zoneFile(identifier) else { continue }
        guard let offset else { return zone }
        // Windows lists carry the standard offset of an unspecified year.
        if Self.samples.contains(where: { zone.offset(at: $0).seconds == offset }) { return zone }
      }
    }
    return nil
  }

  /// Whether the database contains a zone, so that other programs know its name.
  public func lists(_ zone: Zone) -> Bool { zone == .utc || zoneFile(zone.identifier) == zone }

  private func zoneFile(_ name: String) -> Zone? {
    if name == "UTC" || name == "Etc/UTC" { return .utc }
    guard let directory, Self.isSafe(name), let bytes = contents(directory + "/" + name),
      let rules = TZifReader.rules(bytes)
    else { return nil }
    return Zone(identifier: name, rules: rules)
  }

  /// The path of the file that a name points to, when the file exists but cannot be read as a zone.
  ///
  /// The name may be a path, or a `TZ` value that is one. Nil when there is no such file.
  public func damagedFile(named name: String) -> String? {
    let name = name.hasPrefix(":") ? String(name.dropFirst()) : name
    let path: String
    if name.hasPrefix("/") {
      path = name
    } else {
      guard let directory, Self.isSafe(name) else { return nil }
      path = directory + "/" + name
    }
    guard let bytes = contents(path), TZifReader.rules(bytes) == nil else { return nil }
    return path
  }

  /// Every zone name that the database has, sorted.
  public var identifiers: [String] {
    if let known = names.withLock({ $0 }) { return known }
    let refused = openRefusals.count
    var found: [String] = []
    if let directory { collect(directory, prefix: "", into: &found) }
    found.sort()
    let result = found
    if openRefusals.count == refused { names.withLock { $0 = result } }
    return result
  }

  /// The zone of a `TZ` value: a path, a name or a POSIX rule (a leading colon is dropped); nil for other
  /// text.
  public func zone(forTZ value: String) -> Zone? {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.hasPrefix("/") {
      guard let bytes = contents(name), let rules = TZifReader.rules(bytes) else { return nil }
      return Zone(identifier: identifier(ofPath: name) ?? name, rules: rules)
    }
    return zoneFile(name) ?? POSIXRule(parsing: Array(name.utf8)).map(Zone.following) ?? zone(named: name)
  }

  /// The system's own local zone, from `/etc/localtime` and `/etc/timezone`; nil when the system names none.
  public func systemZone(localtime: String = "/etc/localtime", timezone: String = "/etc/timezone")
    -> Zone?
  {
    if let target = SystemFile.linkTarget(localtime), let name = identifier(ofPath: target),
      let zone = zone(named: name)
    {
      return zone
    }
    if let bytes = contents(timezone) {
      let name = String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
      if let zone = zone(named: name) { return zone }
    }
    guard let bytes = contents(localtime), let rules = TZifReader.rules(bytes) else { return nil }
    return Zone(identifier: "Local", rules: rules)
  }

  private func identifier(ofPath path: String) -> String? {
    guard let range = path.firstRange(of: "zoneinfo/") else { return nil }
    return String(path[range.upperBound...])
  }

  private static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && !name.contains("..")
      && name.utf8.allSatisfy {
        $0 >= 48 && $0 <= 57 || ($0 | 32) >= 97 && ($0 | 32) <= 122 || "/_+-".utf8.contains($0)
      }
  }

  private static func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  private func collect(_ directory: String, prefix: String, into result: inout [String]) {
    guard let handle = opendir(directory) else { return noteRefusal(errno, directory) }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // `posix` and `right` repeat the whole tree; zone names begin with a capital letter.
      guard let initial = name.utf8.first, initial >= 65, initial <= 90 else { continue }
      let path = directory + "/" + name
      if Self.isDirectory(path) {
        collect(path, prefix: prefix + name + "/", into: &result)
      } else if let head = contents(path, limit: 4), head.elementsEqual("TZif".utf8) {
        result.append(prefix + name)
      }
    }
  }
}
