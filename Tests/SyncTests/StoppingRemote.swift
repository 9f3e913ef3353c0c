import Store
import Sync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder whose program ends at one of its calls: before it, in the middle, or after it.
///
/// From then on every call fails as that of a process that is gone.
final class StoppingRemote: RemoteCollection {
  /// The moments of a write or a deletion at which the program ends; for other calls only before and after
  /// count.
  enum Moment: CaseIterable {
    case before
    /// A part of the content stands beside its place.
    case torn
    /// All of it stands beside its place.
    case beside
    /// It is in its place, and the old file has the hidden name.
    case exchanged
    case after
  }

  private let folder: FolderCollection
  /// The number of the call at which it ends; nil for never.
  private let last: Int?
  private let moment: Moment
  private(set) var calls = 0
  /// Called before each call, with its number.
  var onCall: ((Int) -> Void)?

  init(_ folder: FolderCollection, last: Int? = nil, _ moment: Moment = .before) {
    (self.folder, self.last, self.moment) = (folder, last, moment)
  }

  /// Whether the end was reached.
  var isOver: Bool { last.map { calls >= $0 } ?? false }
  private static let end = RemoteFault.collectionGone("the program ended")

  private func run<Result>(
    _ body: () throws(RemoteFault) -> Result, onEnd: () -> Void = {}
  ) throws(RemoteFault) -> Result {
    if isOver { throw Self.end }
    calls += 1
    onCall?(calls)
    if isOver, moment != .after {
      onEnd()
      throw Self.end
    }
    let result = try body()
    if isOver { throw Self.end }
    return result
  }

  private func put(_ bytes: ArraySlice<UInt8>, _ name: String) {
    guard let file = fopen(folder.path + "/" + name, "wb") else { return }
    fwrite(Array(bytes), 1, bytes.count, file)
    fclose(file)
  }

  var isPublished: Bool { folder.isPublished }
  func partialName(for href: String) -> String? { folder.partialName(for: href) }

  func entries() throws(RemoteFault) -> [RemoteEntry] {
    try run { () throws(RemoteFault) in try folder.entries() }
  }
  func read(_ href: String) throws(RemoteFault) -> RemoteContent {
    try run { () throws(RemoteFault) in try folder.read(href) }
  }
  func write(
    _ bytes: [UInt8], to href: String, replacing stamp: ResourceStamp?, partial: String?
  ) throws(RemoteFault) -> ResourceStamp {
    try run { () throws(RemoteFault) in
      try folder.write(bytes, to: href, replacing: stamp, partial: partial)
    } onEnd: {
      guard let partial else { return }
      if moment == .torn { put(bytes.prefix(bytes.count / 2), partial) }
      if moment == .beside { put(bytes[...], partial) }
      // A new file is moved, so that nothing has the hidden name.
      if moment == .exchanged,
        link(folder.path + "/" + href, folder.path + "/" + partial) == 0 || stamp == nil
      {
        put(bytes[...], "ours.new")
        rename(folder.path + "/ours.new", folder.path + "/" + href)
      }
    }
  }
  func delete(_ href: String, _ stamp: ResourceStamp, partial: String?) throws(RemoteFault) {
    try run { () throws(RemoteFault) in
      try folder.delete(href, stamp, partial: partial)
    } onEnd: {
      guard let partial, moment == .exchanged else { return }
      rename(folder.path + "/" + href, folder.path + "/" + partial)
    }
  }
  func recover(_ href: String, partial: String, known: [[UInt8]]) throws(RemoteFault) {
    try run { () throws(RemoteFault) in try folder.recover(href, partial: partial, known: known) }
  }
  func properties() throws(RemoteFault) -> CollectionProperties { try folder.properties() }
  func set(_ properties: CollectionProperties) throws(RemoteFault) { try folder.set(properties) }
}
