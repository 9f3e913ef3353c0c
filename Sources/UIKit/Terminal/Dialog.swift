/// What a controller asks at a terminal while it is shown.
@MainActor package protocol Dialog {
  /// Asks until the person is finished or the controller is closed.
  func run(on stage: Stage)
}
