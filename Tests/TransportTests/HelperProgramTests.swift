import TestSupport
import Testing

@testable import Transport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The program `kal-sync` as a person uses it.
@Suite struct HelperProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String) throws -> (status: Int32, output: String, errors: String) {
    let (out, err) = (folder.path + "/out", folder.path + "/err")
    let command = "env -i PATH=/usr/bin:/bin \(HelperBench.program) \(arguments) >\(out) 2>\(err) </dev/null"
    let status = system(command)
    func text(_ path: String) -> String { String(decoding: ProjectFiles.bytes(path) ?? [], as: UTF8.self) }
    return (status >> 8 & 0xFF, text(out), text(err))
  }

  @Test func itTellsItsVersionAndThatOfItsLibrary() throws {
    let (status, output, errors) = try run("--version")
    #expect(status == 0 && errors.isEmpty)
    #expect(output.hasPrefix("kal-sync \(HelperTransport.version) (libcurl/"))
  }

  @Test func itHelps() throws {
    let (status, output, errors) = try run("--help")
    #expect(status == 0 && errors.isEmpty && output.contains("kal-sync get URL"))
  }

  @Test(arguments: ["get", "get a b", "foo", "--version now"])
  func whatItDoesNotUnderstandIsRefused(_ arguments: String) throws {
    let (status, output, errors) = try run(arguments)
    #expect(status == 2 && output.isEmpty && errors.contains("--help"))
  }

  @Test func getShowsTheAnswerAsItIs() throws {
    let server = try WebServer { request in
      request.path == "/old" ? .redirect(301, to: "/new") : .status(404, ["X-A: b\u{1B}[31mc"], [1, 0, 2])
    }
    let (status, output, errors) = try run("get " + server.url("/old"))
    #expect(status == 0 && Array(output.utf8) == [1, 0, 2])
    #expect(errors.hasPrefix("404\nx-a: b[31mc\n"))
    #expect(errors.hasSuffix("kal-sync: moved for good to \(server.url("/new"))\n"))
  }

  @Test func getTellsWhatWentWrong() throws {
    let (status, output, errors) = try run("get http://127.0.0.1:\(WebServer.freePort())/")
    #expect(status == 1 && output.isEmpty)
    #expect(errors.contains("takes no connections [connection-refused]") && errors.contains("hint: "))
  }

  @Test func aReaderThatGoesAwayEndsIt() throws {
    let server = try WebServer { _ in
      WebServer.Reply([
        .bytes(WebServer.Reply.head(200, [])), .endless([UInt8](repeating: 65, count: 65_536), pause: 0),
      ])
    }
    let command = "\(HelperBench.program) get \(server.url()) 2>/dev/null | head -c 10 >/dev/null"
    #expect(system(command) == 0)
  }
}
