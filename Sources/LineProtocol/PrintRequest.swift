/// How an answer is to be printed for people: `print` of a request, in whose
/// reply the rows are pieces of text.
public struct PrintRequest: Hashable, Sendable {
  /// One of the streams that the client prints to.
  public struct Stream: Hashable, Sendable {
    /// Whether a person reads it on a terminal.
    public var isTerminal = false
    /// The cells of a line.
    public var columns = 80
    /// How many colors it shows.
    public var colors = Colors.none

    /// A stream.
    public init(isTerminal: Bool = false, columns: Int = 80, colors: Colors = .none) {
      (self.isTerminal, self.columns, self.colors) = (isTerminal, columns, colors)
    }
  }

  /// How many colors a stream shows.
  public enum Colors: String, CaseIterable, Sendable {
    case none
    case sixteen = "16"
    case table256 = "256"
    case full
  }

  /// The format's name or a template of a line; nil for the one that fits the stream.
  public var format: String?
  /// The folder that the paths of files are relative to; nil for the server's.
  public var folder: String?
  /// Where answers go.
  public var output = Stream()
  /// Where notes and errors go.
  public var errors = Stream()
  /// What stands before a statement that an error repeats.
  public var prompt = ""
  /// Whether JSON has a head.
  public var hasEnvelope = false
  /// Whether errors are JSON.
  public var hasJSONErrors = false

  /// A plain one: no terminal, no colors.
  public init() {}

  /// The member's value, as the client of a server writes it.
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
