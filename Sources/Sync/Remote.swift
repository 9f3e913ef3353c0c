import Store

/// A resource in a listing.
package struct RemoteEntry: Hashable, Sendable {
  /// The name inside the collection.
  package var href: String
  /// The state.
  package var stamp: ResourceStamp
  /// Why it cannot be read at present; nil where it can.
  package var fault: String?

  package init(href: String, stamp: ResourceStamp, fault: String? = nil) {
    (self.href, self.stamp, self.fault) = (href, stamp, fault)
  }
}

/// The content of a resource with its state.
package struct RemoteContent: Equatable, Sendable {
  package var bytes: [UInt8]
  package var stamp: ResourceStamp

  package init(bytes: [UInt8], stamp: ResourceStamp) { (self.bytes, self.stamp) = (bytes, stamp) }
}

/// The title and the color of a collection, as the other side has them.
package struct CollectionProperties: Equatable, Sendable {
  /// The title; nil when none is set.
  package var title: String?
  /// The color as it is written there; nil when none is set.
  package var color: String?

  package init(title: String? = nil, color: String? = nil) { (self.title, self.color) = (title, color) }
}

/// A calendar on the other side: resources under names.
///
/// Writes are conditional, as HTTP's `If-Match` and `If-None-Match` make them: another program may write at any
/// time, and nothing that it wrote is lost.
package protocol RemoteCollection {
  /// Whether it is a published calendar: only read, and with other items as a matter of course. What the store
  /// has of it is a copy.
  var isPublished: Bool { get }

  /// All resources with their states, in no order.
  func entries() throws(RemoteFault) -> [RemoteEntry]

  /// The content of a resource; throws `gone`.
  func read(_ href: String) throws(RemoteFault) -> RemoteContent

  /// A name for the file that a write or a deletion of a resource needs beside it; nil where it needs none.
  ///
  /// It is recorded before the write begins, so that nothing stays behind when the program is killed.
  func partialName(for href: String) -> String?

  /// Writes a resource in place of the one with that state, or a new one with nil; throws `changed` when the
  /// other side has another state, and then nothing is written.
  func write(
    _ bytes: [UInt8], to href: String, replacing stamp: ResourceStamp?, partial: String?
  ) throws(RemoteFault) -> ResourceStamp

  /// Deletes the resource with that state; throws `changed` and `gone`.
  func delete(_ href: String, _ stamp: ResourceStamp, partial: String?) throws(RemoteFault)

  /// Cleans up behind a write that was interrupted: the resource has its old content or the new one, and
  /// content that neither side knows goes back to its place, or beside it where another content stands there.
  ///
  /// `known` are the contents that may go: the one that was to be written, and the one before.
  func recover(_ href: String, partial: String, known: [[UInt8]]) throws(RemoteFault)

  /// The title and the color.
  func properties() throws(RemoteFault) -> CollectionProperties

  /// Sets the title and the color that are given; others stay.
  func set(_ properties: CollectionProperties) throws(RemoteFault)
}

/// The reason why the other side did not do what was asked.
package enum RemoteFault: Error, Hashable, Sendable {
  /// The resource has another state than expected: another program wrote it.
  case changed(String)
  /// The resource is not there.
  case gone(String)
  /// The collection itself is not there.
  case collectionGone(String)
  /// The other side does not let us write.
  case notPermitted(String, reason: String)
  /// There is no space left.
  case full(String, reason: String)
  /// The resource is a link, which is not replaced.
  case isLink(String)
  /// The resource is larger than any calendar object.
  case tooLarge(String)
  /// Another failure of the system or the network.
  case failed(String, reason: String)
}

extension RemoteFault {
  /// The stable codes.
  package enum Code: String, CaseIterable, Sendable {
    case changedMeanwhile = "changed-meanwhile"
    case gone
    case folderGone = "folder-gone"
    case notPermitted = "not-permitted"
    case diskFull = "disk-full"
    case isLink = "is-link"
    case tooLarge = "too-large"
    case syncFailed = "sync-failed"
  }

  /// The stable code.
  package var code: Code {
    switch self {
    case .changed: .changedMeanwhile
    case .gone: .gone
    case .collectionGone: .folderGone
    case .notPermitted: .notPermitted
    case .full: .diskFull
    case .isLink: .isLink
    case .tooLarge: .tooLarge
    case .failed: .syncFailed
    }
  }

  /// The reason for people, without the name of what it is about.
  package var reason: String {
    switch self {
    case .changed: "another program wrote it meanwhile"
    case .gone: "it is gone"
    case .collectionGone: "the folder is gone"
    case .notPermitted(_, let reason), .full(_, let reason), .failed(_, let reason): reason
    case .isLink: "it is a link, and links are not followed"
    case .tooLarge: "it is too large"
    }
  }

  /// The name of what it is about.
  package var subject: String {
    switch self {
    case .changed(let name), .gone(let name), .collectionGone(let name), .isLink(let name),
      .tooLarge(let name), .notPermitted(let name, _), .full(let name, _), .failed(let name, _):
      name
    }
  }

  /// The sentence for people.
  package var sentence: String { "\(subject): \(reason)" }
}
