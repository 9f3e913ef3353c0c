import LineProtocol
import Rendering
import Statements

extension Screens {
  /// Creates the screens of a client, as it describes them.
  package init(_ printing: PrintRequest) {
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
  package init(_ colors: PrintRequest.Colors) {
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
  package init(_ depth: ColorDepth) {
    switch depth {
    case .none: self = .none
    case .sixteen: self = .sixteen
    case .table256: self = .table256
    case .full: self = .full
    }
  }
}

extension ErrorText {
  /// Returns the object for a program; for one that prints, with the text to print and the exit status.
  package static func payload(_ error: ShellError, current: [UInt8]? = nil, printing: PrintRequest?)
    -> [UInt8]
  {
    let object = object(error, current: current)
    guard let printing else { return object.bytes }
    let text =
      printing.hasJSONErrors
      ? object.text : plain(error, prompt: printing.prompt, colors: ColorDepth(printing.errors.colors))
    return object.adding("print", text).adding("exit", Int(error.exitStatus)).bytes
  }
}
