import TestSupport
import Testing

@testable import Transport

/// Requests through the real helper to a server of the test's own.
@Suite struct HelperTransportTests {
  private typealias Reply = WebServer.Reply
  private let bench = HelperBench()

  /// A server that answers every request with the same.
  private func server(_ reply: Reply) throws -> WebServer { try WebServer { _ in reply } }

  // MARK: Answers

  @Test func anAnswerHasStatusHeadersAndBody() throws {
    let server = try server(.status(200, ["ETag: \"1\"", "X-A:  b ", "X-A: c"], [0, 13, 10, 255]))
    let headers = [WebHeader("If-None-Match", "\"0\""), WebHeader("X-E", "")]
    let answer = try bench.get(server.url("/a?b"), headers)
    #expect(answer.status == 200 && answer.body == [0, 13, 10, 255])
    #expect(answer.header("etag") == "\"1\"")
    #expect(answer.headers.filter { $0.name == "x-a" }.map(\.value) == ["b", "c"])
    #expect(answer.url == server.url("/a?b") && !answer.hasMoved)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.path == "/a?b")
    #expect(request.headers["if-none-match"] == "\"0\"" && request.headers["x-e"] == "")
    #expect(request.headers["user-agent"] == "kal/" + HelperTransport.version)
    #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
  }

  @Test(arguments: [204, 304, 401, 403, 404, 410, 429, 500, 503])
  func anAnswerOfAnyStatusIsAnAnswer(_ status: Int) throws {
    let server = try server(.status(status, ["Retry-After: 7"]))
    let answer = try bench.get(server.url())
    #expect(answer.status == status && answer.body.isEmpty && answer.header("retry-after") == "7")
  }

  @Test func severalRequestsUseOneProcessAndOneConnection() throws {
    let server = try server(.ok("x"))
    for _ in 0..<5 { #expect(try bench.get(server.url()).body.count == 1) }
    #expect(server.requests.map(\.connection) == [1, 1, 1, 1, 1])
  }

  @Test(arguments: ["PUT", "POST", "PROPFIND", "REPORT", "DELETE", "OPTIONS"])
  func methodsOfCalDAVHaveBodies(_ method: String) throws {
    let server = try server(.status(207, [], [1]))
    let body = [UInt8](repeating: 200, count: 300_000)
    for body in [body, []] {
      let request = WebRequest(
        method: method, url: server.url(), headers: [WebHeader("Content-Type", "text/xml")], body: body)
      #expect(try bench.transport.answer(request).status == 207)
      let came = try #require(server.requests.last)
      #expect(came.method == method && came.body == body && came.headers["content-type"] == "text/xml")
    }
  }

  @Test func aHeadRequestHasNoBody() throws {
    let server = try WebServer { _ in Reply([.bytes(Reply.head(200, ["Content-Length: 5"]))]) }
    let answer = try bench.transport.answer(WebRequest(method: "HEAD", url: server.url()))
    #expect(answer.status == 200 && answer.body.isEmpty)
    #expect(server.requests.map(\.method) == ["HEAD"])
  }

  @Test func whatIsCompressedIsUnpacked() throws {
    let text = [UInt8]("BEGIN:VCALENDAR\r\n".utf8)
    let server = try server(.status(200, ["Content-Encoding: gzip"], Gzip.stored(text)))
    #expect(try bench.get(server.url()).body == text)
  }

  @Test func aChunkedAnswerIsPutTogetherAndItsTrailersAreLeftOut() throws {
    let body = Array("3\r\nabc\r\n2\r\nde\r\n0\r\nX-Late: 1\r\n\r\n".utf8)
    let server = try WebServer { _ in
      Reply([.bytes(Reply.head(200, ["Transfer-Encoding: chunked"]) + body)])
    }
    let answer = try bench.get(server.url())
    #expect(answer.body == Array("abcde".utf8) && answer.header("x-late") == nil)
  }

  // MARK: Limits

  @Test func aBodyOfTheLimitIsTakenAndOneMoreByteIsRefused() throws {
    let server = try WebServer { request in
      .status(200, [], [UInt8](repeating: 7, count: request.path == "/more" ? 100_001 : 100_000))
    }
    let limits = WebLimits(mostBytes: 100_000)
    #expect(try bench.get(server.url(), limits: limits).body.count == 100_000)
    #expect(bench.fault(server.url("/more"), limits: limits)?.code == .tooLarge)
    #expect(try bench.get(server.url(), limits: limits).status == 200)
  }

  @Test func anEndlessBodyIsRefused() throws {
    let block = [UInt8](repeating: 65, count: 65_536)
    let server = try WebServer { _ in Reply([.bytes(Reply.head(200, [])), .endless(block, pause: 0)]) }
    #expect(bench.fault(server.url(), limits: WebLimits(mostBytes: 8 << 20))?.code == .tooLarge)
  }

  @Test func aSmallAnswerThatUnpacksToALargeOneIsRefused() throws {
    let bomb = Gzip.bomb(megabytes: 100)
    #expect(bomb.count < 1 << 20)
    let server = try server(.status(200, ["Content-Encoding: gzip"], bomb))
    #expect(bench.fault(server.url(), limits: WebLimits(mostBytes: 16 << 20))?.code == .tooLarge)
  }

  @Test func endlessHeadersAreRefused() throws {
    let lines = Array("X-A: \(String(repeating: "b", count: 1_000))\r\n".utf8)
    let server = try WebServer { _ in
      Reply([.bytes(Array("HTTP/1.1 200 OK\r\n".utf8)), .endless(lines, pause: 0)])
    }
    #expect(bench.fault(server.url())?.code == .badAnswer)
  }

  @Test func slowAnswersEndInTime() throws {
    let server = try WebServer { request in
      request.path == "/drip"
        ? Reply([.bytes(Reply.head(200, ["Content-Length: 1000"])), .endless([65], pause: 50)])
        : Reply([.silence])
    }
    #expect(bench.fault(server.url("/drip"), limits: HelperBench.short)?.code == .timedOut)
    #expect(bench.fault(server.url("/silent"), limits: HelperBench.short)?.code == .timedOut)
  }

  // MARK: Broken answers

  @Test func aBodyShorterThanItsLengthIsAFault() throws {
    let server = try WebServer { _ in
      Reply([.bytes(Reply.head(200, ["Content-Length: 1000"]) + Array("BEGIN".utf8)), .close])
    }
    #expect(bench.fault(server.url())?.code == .connectionLost)
  }

  @Test func aConnectionThatClosesBeforeTheAnswerIsAFault() throws {
    let server = try WebServer { _ in Reply([.close]) }
    #expect(bench.fault(server.url())?.code == .connectionLost)
  }

  @Test func whatIsNoHTTPIsAFault() throws {
    let server = try WebServer { _ in Reply([.bytes(Array("220 mail ready\r\n".utf8)), .close]) }
    #expect(bench.fault(server.url())?.code == .badAnswer)
  }

  @Test func brokenCompressionIsAFault() throws {
    let server = try server(.status(200, ["Content-Encoding: gzip"], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
    #expect(bench.fault(server.url())?.code == .badAnswer)
  }

  @Test func whereNobodyListensIsAFault() throws {
    let port = try WebServer.freePort()
    let fault = bench.fault("http://127.0.0.1:\(port)/")
    #expect(fault?.code == .connectionRefused && fault?.subject == "127.0.0.1:\(port)")
    #expect(fault?.mayRetry == true)
  }

  @Test func aHostThatIsNotThereIsAFault() {
    // RFC 6761, 6.4: `invalid` has no hosts; a machine without network has none at all.
    let fault = bench.fault("http://no.such.host.invalid/", limits: WebLimits(totalSeconds: 10))
    #expect([.hostNotFound, .noNetwork, .timedOut].contains(fault?.code))
  }

  @Test func otherProtocolsAreRefused() {
    for address in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"] {
      #expect(bench.fault(address)?.code == .invalidAddress)
    }
  }

  // MARK: Redirects

  @Test(arguments: [(301, true), (302, false), (303, false), (307, false), (308, true)])
  func aRedirectTellsWhetherItIsForGood(_ status: Int, isPermanent: Bool) throws {
    let server = try WebServer { $0.path == "/new" ? .ok("x") : .redirect(status, to: "/new") }
    let answer = try bench.get(server.url("/old"))
    #expect(answer.status == 200 && answer.url == server.url("/new") && answer.hasMoved == isPermanent)
    #expect(answer.body == Array("x".utf8))
  }

  @Test func aChainIsForGoodOnlyWhenEachPartIs() throws {
    let server = try WebServer { request in
      switch request.path {
      case "/a": .redirect(301, to: "b")
      case "/b": .redirect(308, to: "/c#part")
      case "/x": .redirect(301, to: "/y")
      case "/y": .redirect(302, to: "/c")
      default: .ok("x")
      }
    }
    let moved = try bench.get(server.url("/a"))
    #expect(moved.hasMoved && moved.url == server.url("/c"))
    #expect(try !bench.get(server.url("/x")).hasMoved)
  }

  @Test func aCircleOfRedirectsEnds() throws {
    let server = try WebServer { .redirect(302, to: $0.path == "/a" ? "/b" : "/a") }
    #expect(bench.fault(server.url("/a"))?.code == .tooManyRedirects)
    #expect(server.requests.count == 6)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://me:secret@127.0.0.1/", "javascript:1"])
  func aRedirectToWhatIsNoPlainAddressIsRefused(_ target: String) throws {
    let server = try server(.redirect(302, to: target))
    let fault = bench.fault(server.url())
    #expect(fault?.code == .unsafeRedirect || fault?.code == .badAnswer)
  }

  @Test func theBodyOfARedirectIsNotReadToItsEnd() throws {
    let server = try WebServer { request in
      request.path == "/new"
        ? .ok("x")
        : Reply([
          .bytes(Reply.head(302, ["Location: /new"])),
          .endless([UInt8](repeating: 65, count: 65_536), pause: 0),
        ])
    }
    #expect(try bench.get(server.url()).body == Array("x".utf8))
  }

  @Test func aPasswordDoesNotFollowToAnotherHost() throws {
    let other = try server(.ok("x"))
    let server = try WebServer { request in
      request.path == "/here"
        ? .ok("x") : .redirect(302, to: request.path == "/" ? other.url() : "/here")
    }
    let secret = WebHeader("Authorization", "Basic eDp5")
    _ = try bench.get(server.url("/"), [secret])
    _ = try bench.get(server.url("/there"), [secret])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    #expect(server.requests.last?.path == "/here")
    #expect(server.requests.last?.headers["authorization"] == "Basic eDp5")
  }

  @Test func aRedirectKeepsTheMethodWhereTheStandardSaysSo() throws {
    let server = try WebServer { request in
      guard let status = Int(request.path.dropFirst()) else { return .status(207) }
      return .redirect(status, to: "/end")
    }
    for (method, status, expected) in [
      ("POST", 301, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"), ("PROPFIND", 301, "PROPFIND"),
      ("PROPFIND", 302, "PROPFIND"), ("PUT", 308, "PUT"), ("PUT", 303, "GET"), ("HEAD", 303, "HEAD"),
    ] {
      let body: [UInt8] = method == "HEAD" ? [] : [1, 2]
      _ = try bench.transport.answer(
        WebRequest(method: method, url: server.url("/\(status)"), body: body))
      #expect(server.requests.last?.method == expected, "\(method) \(status)")
      #expect(server.requests.last?.body == (expected == method ? body : []))
    }
  }

  // MARK: Passwords

  @Test func aPasswordOfNetrcIsUsed() throws {
    let home = try TemporaryFolder()
    try home.write("machine 127.0.0.1 login me password secret\n", to: ".netrc")
    let server = try WebServer { request in
      request.headers["authorization"] == "Basic bWU6c2VjcmV0"
        ? .ok("in") : .status(401, ["WWW-Authenticate: Basic realm=\"x\""], Array("no".utf8))
    }
    #expect(try HelperBench(["HOME": home.path]).get(server.url()).body == Array("in".utf8))
    let refused = try bench.get(server.url())
    #expect(refused.status == 401 && refused.body == Array("no".utf8))
  }

  @Test func aProxyOfTheEnvironmentIsUsed() throws {
    let proxy = try server(.ok("by proxy"))
    let answer = try HelperBench(["http_proxy": proxy.url("")]).get("http://example.invalid/a")
    #expect(answer.body == Array("by proxy".utf8))
    #expect(proxy.requests.map(\.path) == ["http://example.invalid/a"])
  }
}
