import LineProtocol
import Terminal

extension Session {
  /// Where answers are printed.
  var screen: Screen { screens?.output ?? own(1, isTerminal: environment.outputIsTerminal) }

  /// Where notes and errors are printed.
  var errorScreen: Screen { screens?.errors ?? own(2, isTerminal: environment.errorIsTerminal) }

  private func own(_ descriptor: Int32, isTerminal: Bool) -> Screen {
    Screen(
      isTerminal: isTerminal,
      size: TerminalSize.current(descriptor, environment: environment.variable),
      colors: ColorDepth.detect(
        settings.color, isTerminal: isTerminal, environment: environment.variable))
  }
}

extension Screens {
  /// The streams of a client, as it tells of them.
  init(_ printing: PrintRequest) {
    self.init(output: Screen(printing.output), errors: Screen(printing.errors))
  }
}

extension Screen {
  fileprivate init(_ stream: PrintRequest.Stream) {
    self.init(
      isTerminal: stream.isTerminal,
      size: TerminalSize(columns: stream.columns, rows: TerminalSize.standard.rows),
      colors: ColorDepth(stream.colors))
  }
}

extension ColorDepth {
  /// The depth of that name.
  init(_ colors: PrintRequest.Colors) {
    switch colors {
    case .none: self = .none
    case .sixteen: self = .sixteen
    case .table256: self = .table256
    case .full: self = .full
    }
  }
}

extension PrintRequest.Colors {
  /// The name of a depth.
  init(_ depth: ColorDepth) {
    switch depth {
    case .none: self = .none
    case .sixteen: self = .sixteen
    case .table256: self = .table256
    case .full: self = .full
    }
  }
}
