import Rendering

extension Session {
  /// The screen for answers.
  package var screen: Screen { screens?.output ?? own(1, isTerminal: environment.outputIsTerminal) }

  /// The screen for notes and errors.
  package var errorScreen: Screen { screens?.errors ?? own(2, isTerminal: environment.errorIsTerminal) }

  private func own(_ descriptor: Int32, isTerminal: Bool) -> Screen {
    Screen(
      isTerminal: isTerminal,
      size: TerminalSize.current(descriptor, environment: environment.variable),
      colors: ColorDepth.detect(
        settings.color, isTerminal: isTerminal, environment: environment.variable))
  }
}
