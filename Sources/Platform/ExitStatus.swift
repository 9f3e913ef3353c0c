/// The exit statuses of kal and kal-sync, one row each.
///
/// A process that a signal ends has 128 and the number of the signal, of which only Ctrl-C has a row.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done, failed, notUnderstood, noAccess, canceled
  case interrupted = 130

  package var help: String {
    switch self {
    case .done: "done (also when nothing was found)"
    case .failed: "failed"
    case .notUnderstood: "not understood"
    case .noAccess: "no access"
    case .canceled: "canceled"
    case .interrupted: "interrupted"
    }
  }

  /// Whether `kal-sync` ends with it too.
  package var isOfHelper: Bool { rawValue <= Self.notUnderstood.rawValue }
}
