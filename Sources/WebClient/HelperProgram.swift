import Platform
import Transport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program `kal-sync`: the helper that kal starts, and a few words for people.
package enum HelperProgram {
  /// Runs with the arguments behind the program's name.
  ///
  /// Returns the exit status: 1 when a request failed, 2 when the arguments are not understood.
  package static func run(_ arguments: [String]) -> Int32 {
    // A reader that goes away is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    let system = ProcessEnvironment.current()
    switch arguments.first {
    case nil where system.inputIsTerminal:
      say("this program asks servers for kal, which starts it by itself; see kal-sync --help")
      return 2
    case nil:
      guard let client = client(system) else { return 1 }
      return HelperServer(client, input: 0, output: 1).run()
    case "--help" where arguments.count == 1: return print(HelperUsage.text)
    case "--version" where arguments.count == 1:
      return print("kal-sync \(HelperTransport.version) (\(CurlClient.libraryVersion))\n")
    case "get" where arguments.count == 2:
      guard let client = client(system) else { return 1 }
      return get(arguments[1], client)
    default:
      say("these arguments are not understood; see kal-sync --help")
      return 2
    }
  }

  private static func client(_ system: ProcessEnvironment) -> CurlClient? {
    let client = CurlClient(variables: system.variables)
    if client == nil { say("libcurl cannot be used") }
    return client
  }

  private static func get(_ address: String, _ client: CurlClient) -> Int32 {
    do throws(TransportFault) {
      let (url, hasMoved) = try client.fetch(WebRequest(url: address), to: ShownAnswer())
      if url != address { say("\(hasMoved ? "moved for good" : "redirected") to \(url)") }
      return 0
    } catch {
      if error.isInterrupted { return 1 }
      say("\(error.message) [\(error.codeText)]")
      if let hint = error.hint { say("hint: \(hint)") }
      return 1
    }
  }

  static func say(_ text: String) { _ = Files.writeAll(Array("kal-sync: \(text)\n".utf8), to: 2) }

  private static func print(_ text: String) -> Int32 { Files.writeAll(Array(text.utf8), to: 1) == 0 ? 0 : 1 }
}

/// Shows an answer: status and headers on standard error, the body on standard output.
private final class ShownAnswer: AnswerReceiver {
  func takeHead(status: Int, headers: [WebHeader]) -> Bool {
    let lines = ["\(status)"] + headers.map { "\($0.name): \($0.value)" } + [""]
    var text = ""
    for line in lines {
      // A server's text must not control the terminal.
      text.unicodeScalars += line.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) }
      text += "\n"
    }
    return Files.writeAll(Array(text.utf8), to: 2) == 0
  }

  func takeData(_ bytes: UnsafeRawBufferPointer) -> Bool { Files.writeAll(Array(bytes), to: 1) == 0 }

  var isGone: Bool { false }
}
