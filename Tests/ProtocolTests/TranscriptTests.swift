import Foundation
import TestSupport
import Testing

/// Plays the files of `Samples/protocol` against the real program, over pipes and over a socket.
///
/// With `KALENDS_RECORD=1` the server's lines are written anew from what it sends now
/// over pipes; read the difference.
@Suite(.serialized) struct TranscriptTests {
  static let files = ProjectFiles.files(below: "Samples/protocol", suffix: ".transcript")

  enum Transport: String, CaseIterable { case pipes, socket }

  @Test func theFilesAreThere() { #expect(Self.files.count >= 10) }

  static let isRecording = ProjectFiles.isRecording

  /// Each file over all that it is meant for; what is recorded is what one of them says.
  static let plays: [(String, Transport)] = files.flatMap { path -> [(String, Transport)] in
    let transports: [Transport] = Transcript(path)?.isForSockets == true ? [.socket] : [.pipes, .socket]
    return transports.prefix(isRecording ? 1 : 2).map { (path, $0) }
  }

  @Test(arguments: plays) func theServerSaysWhatIsWritten(path: String, transport: Transport) throws {
    var transcript = try #require(Transcript(path))
    let isRecording = Self.isRecording
    let kal = try Kal(importing: !transcript.isEmptyStore)
    switch transport {
    case .pipes:
      let (client, process) = try kal.direct()
      try greet(client, transcript, nil)
      try play(&transcript, client, kal, isRecording)
      client.hangUp()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    case .socket:
      let server = try kal.serve()
      let client = try #require(ProtocolClient(socket: server.path))
      // Over pipes requests run as the caller; `kal` is the caller's own name.
      try greet(client, transcript, "own hello {\"protocol\":1,\"client\":\"kal\"}")
      try play(&transcript, client, kal, isRecording)
      #expect(server.end() == 0)
    }
    if isRecording { try transcript.write() }
  }

  /// Reads the greeting, says hello where the transcript does not, and leaves the greeting to
  /// transcripts that begin with it.
  private func greet(_ client: ProtocolClient, _ transcript: Transcript, _ hello: String?) throws {
    let greeting = try #require(try client.line())
    if let hello, !transcript.saysHello {
      try client.send(hello)
      #expect(try client.line()?.hasPrefix("own OK") == true)
    }
    if transcript.expectsGreeting { client.unread(greeting) }
  }

  private func play(
    _ transcript: inout Transcript, _ client: ProtocolClient, _ kal: Kal, _ isRecording: Bool
  ) throws {
    for index in transcript.steps.indices {
      switch transcript.steps[index] {
      case .send(let bytes): try client.send(bytes)
      case .end: client.endInput()
      case .elsewhere(let statement):
        let (status, _, errors) = try kal.run([statement])
        #expect(status == 0, "\(statement): \(errors)")
      case .expect(let expected):
        if isRecording, index > 0 || transcript.expectsGreeting {
          var found: [String] = []
          while let line = try? client.line(within: 1.5) { found.append(Transcript.normal(line)) }
          transcript.steps[index] = .expect(found)
          continue
        }
        var found: [String] = []
        for _ in expected {
          guard let line = try client.line() else { break }
          found.append(Transcript.normal(line))
        }
        // Lines of one request keep their order; those of different ones need not.
        #expect(Transcript.byTag(found) == Transcript.byTag(expected), "\(transcript.path)")
      }
    }
  }
}

/// A conversation: `C:` a line of the client, `S:` one of the server.
///
/// Also `C+` a line sent together with what follows, `B:` bytes of the client in hexadecimal, `L: TAG COUNT`
/// a line of that many letters, `X:` a statement run by another process, `E:` the end of the client's input.
/// The heading says of which store and for which transport.
struct Transcript {
  enum Step {
    case send([UInt8])
    case elsewhere(String)
    case end
    case expect([String])
  }

  let path: String
  /// The lines of the file but the server's, each with the step that holds what the server says behind it.
  private var lines: [(text: String, step: Int?)] = []
  var steps: [Step] = [.expect([])]
  private let heading: String

  init?(_ path: String) {
    guard let text = ProjectFiles.text(path) else { return nil }
    self.path = path
    let all = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    heading = all.prefix { $0.hasPrefix("#") }.joined(separator: " ").lowercased()
    for line in all {
      let rest = String(line.dropFirst(3))
      switch line.prefix(3) {
      case "C: ": add(.send(Array((rest + "\n").utf8)), line)
      case "C+ ":
        steps.append(.send(Array((rest + "\n").utf8)))
        lines.append((line, nil))
      case "B: ": add(.send(Self.bytes(rest)), line)
      case "X: ": add(.elsewhere(rest), line)
      case "E: ": add(.end, line)
      case "L: ":
        let words = rest.split(separator: " ")
        let text = words[0] + " " + String(repeating: "x", count: Int(words[1]) ?? 0) + "\n"
        add(.send(Array(text.utf8)), line)
      case "S: ":
        guard case .expect(let known)? = steps.last else { return nil }
        steps[steps.count - 1] = .expect(known + [rest])
        if steps.count == 1, known.isEmpty { lines.append(("", 0)) }
      default: lines.append((line, nil))
      }
    }
  }

  private mutating func add(_ step: Step, _ line: String) {
    steps += [step, .expect([])]
    lines.append((line, steps.count - 1))
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  var isEmptyStore: Bool { heading.contains("empty store") }
  var isForSockets: Bool { heading.contains("socket only") }
  var saysHello: Bool {
    steps.contains { if case .send(let bytes) = $0 { Self.isHello(bytes) } else { false } }
  }
  var expectsGreeting: Bool {
    if case .expect(let lines)? = steps.first { lines.first?.hasPrefix("* HELLO") == true } else { false }
  }

  private static func isHello(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(" hello {")
  }

  /// A line without what differs from run to run: times taken, new UIDs, how the peer was known.
  static func normal(_ line: String) -> String {
    line.replacing(#/"ms":\d+/#, with: "\"ms\":0")
      .replacing(#/"uid":"[0-9a-f]{8}-[0-9a-f-]{27}"/#, with: "\"uid\":\"…\"")
      .replacing(#/"auth":\["[a-z]+"\]/#, with: "\"auth\":[\"…\"]")
  }

  static func byTag(_ lines: [String]) -> [String: [String]] {
    Dictionary(grouping: lines) { line in String(line.prefix { $0 != " " }) }
  }

  /// Writes the file anew with the server's lines as they are here.
  func write() throws {
    var text = ""
    for line in lines {
      if line.step != 0 { text += line.text + "\n" }
      if let step = line.step, case .expect(let found) = steps[step] {
        for line in found { text += "S: " + line + "\n" }
      }
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    try ProjectFiles.write(text, to: path)
  }
}
