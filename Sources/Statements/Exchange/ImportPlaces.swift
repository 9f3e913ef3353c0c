import Changes
import Interchange
import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The resolved paths of an import: files, and folders that are one calendar each.
struct ImportPlaces {
  enum Place {
    case file(String)
    case folder(CalendarFolder)

    var path: String {
      switch self {
      case .file(let path): path
      case .folder(let folder): folder.path
      }
    }
  }

  /// The places to import, in order.
  private(set) var found: [Place] = []
  /// Folders with calendar files that are not imported together with their surroundings.
  private(set) var leftOut: [String] = []
  private let stopSignal: StopSignal

  init(stopSignal: StopSignal) { self.stopSignal = stopSignal }

  mutating func addStandardInput() { found.append(.file("-")) }

  /// Adds a file; a folder that is one calendar; or the calendar files of a folder in the order of their
  /// names, or its subfolders that are calendars.
  mutating func add(_ path: String) throws {
    var info = stat()
    guard stat(path, &info) == 0 else { throw Self.unreadable(path, systemReason(errno)) }
    guard info.st_mode & S_IFMT == S_IFDIR else { return found.append(.file(path)) }
    let content = try content(of: path)
    if try addCalendar(content) { return }
    if !content.files.isEmpty {
      found += content.files.map { .file($0) }
      return try leaveOut(content.folders)
    }
    let before = (found.count, leftOut.count)
    for folder in content.folders {
      let inner = try self.content(of: folder)
      if try !addCalendar(inner) { try leaveOut([folder]) }
    }
    if found.count > before.0 { return }
    if leftOut.count == before.1 { throw Self.unreadable(path, "the folder holds no .ics files") }
    throw Self.unreadable(
      path, "neither it nor a folder in it is a calendar; import \(leftOut[before.1]) by itself")
  }

  // MARK: Folders

  private struct Content {
    var path: String
    var names: [String]
    /// The paths of its calendar files, and of the folders in it.
    var files: [String] = []
    var folders: [String] = []
  }

  /// Returns the content of a folder; refuses a path that is named as a calendar file but is not a plain
  /// file, such as a pipe, which would block.
  private func content(of path: String) throws -> Content {
    if stopSignal.isSet { throw StoreError(.interrupted, path) }
    guard let names = Files.names(in: path) else { throw Self.unreadable(path, systemReason(errno)) }
    var content = Content(path: path, names: [])
    for name in names where !name.hasPrefix(".") {
      let inner = path + (path.hasSuffix("/") ? "" : "/") + name
      if Files.isFolder(inner) {
        content.folders.append(inner)
        continue
      }
      content.names.append(name)
      guard name.lowercased().hasSuffix(".ics") else { continue }
      if !Files.isPlain(inner) { throw Self.unreadable(inner, "it is not a plain file") }
      content.files.append(inner)
    }
    return content
  }

  /// Adds a folder that is one calendar; returns whether it is one.
  private mutating func addCalendar(_ content: Content) throws -> Bool {
    guard let folder = try CalendarFolder(content.path, names: content.names, stopSignal: stopSignal) else {
      return false
    }
    found.append(.folder(folder))
    try leaveOut(content.folders)
    return true
  }

  private mutating func leaveOut(_ folders: [String]) throws {
    for folder in folders {
      if try holdsFiles(folder) { leftOut.append(folder) }
    }
  }

  /// The greatest number of folders searched for calendar files.
  private static let most = 1_000

  /// Whether a calendar file is in a folder or below it; true if the search would take too long.
  private func holdsFiles(_ folder: String) throws -> Bool {
    var waiting = [folder]
    var count = 0
    while let next = waiting.popLast() {
      if stopSignal.isSet { throw StoreError(.interrupted, next) }
      count += 1
      if count > Self.most { return true }
      for name in Files.names(in: next) ?? [] where !name.hasPrefix(".") {
        if Files.isFolder(next + "/" + name) {
          waiting.append(next + "/" + name)
        } else if name.lowercased().hasSuffix(".ics") {
          return true
        }
      }
    }
    return false
  }

  private static func unreadable(_ path: String, _ reason: String) -> StoreError {
    StoreError(.unreadableFile, path, detail: reason)
  }
}
