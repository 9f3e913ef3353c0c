/// The way to print an answer for people: `print` of a request, whose reply has pieces of text as rows.
public struct PrintRequest: Hashable, Sendable {
  /// One of the streams that the client prints to.
  public struct Stream: Hashable, Sendable {
    /// Whether a person reads it on a terminal.
    public var isTerminal = false
    /// The cells of a line.
    public var columns = 80
    /// The number of colors it shows.
    public var colors = Colors.none

    /// Creates a stream.
    public init(isTerminal: Bool = false, columns: Int = 80, colors: Colors = .none) {
      (self.isTerminal, self.columns, self.colors) = (isTerminal, columns, colors)
    }
  }

  /// The number of colors of a stream.
  public enum Colors: String, CaseIterable, Sendable {
    case none
    case sixteen = "16"
    case table256 = "256"
    case full
  }

  /// The format's name or a line template; nil for the format that fits the stream.
  public var format: String?
  /// The folder to which the paths of files are relative; nil for the server's.
  public var folder: String?
  /// The stream for answers.
  public var output = Stream()
  /// The stream for notes and errors.
  public var errors = Stream()
  /// The text before a statement that an error repeats.
  public var prompt = ""
  /// Whether JSON has an envelope.
  public var hasEnvelope = false
  /// Whether errors are JSON.
  public var hasJSONErrors = false

  /// Creates a plain request: no terminal, no colors.
  public init() {}

  /// Appends the value of the member, in the form that a server's client writes.
  public func append(to bytes: inout [UInt8]) {
    func object(_ stream: Stream) -> JSONObjectText {
      JSONObjectText().adding("terminal", isTrue: stream.isTerminal).adding("columns", stream.columns)
        .adding("colors", stream.colors.rawValue)
    }
    bytes +=
      JSONObjectText().adding("format", format).adding("folder", folder)
      .adding("output", object(output)).adding("errors", object(errors)).adding("prompt", prompt)
      .adding("envelope", isTrue: hasEnvelope).adding("jsonErrors", isTrue: hasJSONErrors).bytes
  }
}
