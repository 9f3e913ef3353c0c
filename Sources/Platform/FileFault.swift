/// The reason why a file or a stream was not read to its end, or not written.
package enum FileFault: Fault, Equatable {
  /// A signal ended the work.
  case interrupted(path: String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)

  /// The error codes of this module.
  package enum Code: String, CaseIterable {
    case interrupted
    case unreadableFile = "unreadable-file"
    case unwritableFile = "unwritable-file"
  }

  package var codeText: String {
    switch self {
    case .interrupted: Code.interrupted.rawValue
    case .unreadable: Code.unreadableFile.rawValue
    case .unwritable: Code.unwritableFile.rawValue
    }
  }

  package var message: String {
    switch self {
    case .interrupted: "interrupted"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    }
  }

  package var isInterrupted: Bool { if case .interrupted = self { true } else { false } }

  package var mayRetry: Bool { isInterrupted }

  package var exitStatus: Int32 { isInterrupted ? 130 : 1 }
}
