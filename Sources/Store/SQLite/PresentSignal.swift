/// The signal that a connection's work goes by just now, for what lives longer than the
/// request that it was begun under.
///
/// A cursor goes on under another request's signal than the one that opened it,
/// whose time may be over by then.
final class PresentSignal: Sendable {
  private let present: Mutex<StopSignal>

  init(_ signal: StopSignal) { present = Mutex(signal) }

  /// The signal that counts from now on.
  func change(to signal: StopSignal) { present.withLock { $0 = signal } }

  /// A signal that is set whenever the one that counts is.
  var followed: StopSignal { StopSignal { self.present.withLock(\.self).isSet } }
}
