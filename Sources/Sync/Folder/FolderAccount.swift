import Platform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder whose folders are calendars, as vdirsyncer, khal, todoman and pimsync keep them.
package struct FolderAccount: Sendable {
  /// The path of the folder.
  package let path: String
  /// How deep folders are looked at: an account for each server, a calendar below it, and one more.
  static let depth = 3

  package init(_ path: String) { self.path = path }

  /// A folder of items.
  package struct Found: Hashable, Sendable {
    /// The path from the account's folder; empty for that folder itself.
    package var name: String
    /// The number of the folder on its file system, which a new name does not change.
    package var node: Int

    /// The title without a file `displayname`: the last part of the name.
    package var leaf: String { name.split(separator: "/").last.map(String.init) ?? name }
  }

  /// What the folder contains.
  package struct Contents: Sendable {
    /// The calendars, by name.
    package var calendars: [Found] = []
    /// The folders that cannot be read, with the reason: they may be calendars, or contain some.
    package var unreadable: [String: RemoteFault] = [:]

    /// Why a folder or one above it cannot be read; nil where they can.
    func fault(of name: String) -> (folder: String, fault: RemoteFault)? {
      unreadable.first { name == $0.key || name.hasPrefix($0.key + "/") }.map { ($0.key, $0.value) }
    }
  }

  /// What the folder contains.
  ///
  /// A folder is a calendar when it contains items, or a file `displayname` or `color`, or nothing at all. A
  /// folder that contains other folders alone groups them. Hidden folders are left out, and of a folder with
  /// several names, by links, one name counts. Throws `collectionGone` when the account's folder is not there,
  /// and the fault of one that cannot be read.
  package func contents() throws(RemoteFault) -> Contents {
    var contents = Contents()
    var seen: Set<[Int]> = []
    try look("", &seen, &contents)
    contents.calendars.sort { $0.name < $1.name }
    return contents
  }

  /// The paths of all folders that are looked at: those of calendars, and those that group them or may become
  /// some.
  package func folders() -> Set<String> {
    var result: Set<String> = []
    func add(_ path: String, _ level: Int) {
      result.insert(path)
      if level >= Self.depth { return }
      _ = Files.list(path) { name, mayBeFolder in
        let inner = path + "/" + name
        if mayBeFolder, !name.hasPrefix("."), Files.isFolder(inner) { add(inner, level + 1) }
      }
    }
    add(path, 0)
    return result
  }

  /// The calendar of a name.
  package func collection(_ name: String) -> FolderCollection {
    FolderCollection(name.isEmpty ? path : path + "/" + name)
  }

  /// Creates the folder of a new calendar, and those above it below the account's; throws `changed` when
  /// there is something of that name.
  package func makeCollection(_ name: String) throws(RemoteFault) -> FolderCollection {
    let made = collection(name)
    var place = path
    for part in name.split(separator: "/").dropLast() {
      place += "/" + part
      if !Files.isFolder(place) { try make(place, name) }
    }
    try make(made.path, name)
    return made
  }

  private func make(_ place: String, _ name: String) throws(RemoteFault) {
    if mkdir(place, 0o777) == 0 { return }
    switch errno {
    case EEXIST, ENOTDIR: throw .changed(name)
    case ENOENT: throw .collectionGone(path)
    case EACCES, EPERM, EROFS: throw .notPermitted(name, reason: systemReason(errno))
    case ENOSPC, EDQUOT: throw .full(name, reason: systemReason(errno))
    default: throw .failed(name, reason: systemReason(errno))
    }
  }

  private func look(
    _ name: String, _ seen: inout Set<[Int]>, _ contents: inout Contents
  ) throws(RemoteFault) {
    let place = collection(name).path
    var info = stat()
    guard stat(place, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { throw .collectionGone(place) }
    let identity = [Int(truncatingIfNeeded: info.st_dev), Int(truncatingIfNeeded: info.st_ino)]
    if !seen.insert(identity).inserted { return }
    var (isEmpty, isCalendar, candidates) = (true, false, [String]())
    let isRead = Files.list(place) { entry, mayBeFolder in
      if entry.hasPrefix(".") { return }
      isEmpty = false
      if !isCalendar {
        let isMark = entry == "displayname" || entry == "color" || FolderCollection.isResource(entry)
        isCalendar = isMark && !(mayBeFolder && Files.isFolder(place + "/" + entry))
      }
      if mayBeFolder { candidates.append(entry) }
    }
    if !isRead {
      let code = errno
      throw code == EACCES || code == EPERM
        ? .notPermitted(place, reason: systemReason(code)) : .failed(place, reason: systemReason(code))
    }
    let folders = candidates.filter { Files.isFolder(place + "/" + $0) }.sorted()
    // An account's own folder without anything waits for its first calendar.
    if isCalendar || isEmpty && !name.isEmpty {
      contents.calendars.append(Found(name: name, node: identity[1]))
    }
    let level = name.isEmpty ? 0 : name.split(separator: "/").count
    if level >= Self.depth { return }
    // A folder's own name comes before that of a link to it.
    let links = folders.filter { Files.isLink(place + "/" + $0) }
    for folder in folders.filter({ !links.contains($0) }) + links {
      let inner = name.isEmpty ? folder : name + "/" + folder
      do throws(RemoteFault) {
        try look(inner, &seen, &contents)
      } catch {
        // One that went meanwhile is not there.
        if case .collectionGone = error { continue }
        contents.unreadable[inner] = error
      }
    }
  }
}
