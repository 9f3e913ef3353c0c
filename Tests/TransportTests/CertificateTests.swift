import Foundation
import TestSupport
import Testing

@testable import Transport

/// Servers with certificates of an authority that is made for the test.
@Suite(.enabled(if: Tool.openssl != nil, "openssl is not installed"))
struct CertificateTests {
  /// An authority, and certificates of it: a good one, one for another name, one that has expired.
  private static let authority = Result { try Authority() }

  private func get(_ name: String, trusting file: String? = "ca.pem", path: String = "/ok") throws -> (
    answer: WebAnswer?, fault: TransportFault?
  ) {
    let authority = try Self.authority.get()
    let server = try authority.server(name)
    let variables = file.map { ["SSL_CERT_FILE": authority.folder.path + "/" + $0] } ?? [:]
    // The folder of the system's authorities is looked at beside the file.
    let bench = HelperBench(variables)
    do throws(TransportFault) {
      let url = "https://127.0.0.1:\(server.port)" + path
      return (try bench.transport.answer(WebRequest(url: url, limits: WebLimits(totalSeconds: 20))), nil)
    } catch {
      return (nil, error)
    }
  }

  @Test func aCertificateOfATrustedAuthorityIsTaken() throws {
    let (answer, fault) = try get("good")
    #expect(fault == nil)
    #expect(answer?.status == 200 && answer?.body == Array("secret".utf8))
  }

  @Test func aCertificateOfAnUnknownAuthorityIsRefused() throws {
    #expect(try get("good", trusting: nil).fault?.code == .certificateRefused)
    #expect(try get("good", trusting: "other.pem").fault?.code == .certificateRefused)
  }

  @Test func aCertificateOfAnotherHostIsRefused() throws {
    #expect(try get("elsewhere").fault?.code == .certificateRefused)
  }

  @Test func aCertificateThatHasExpiredIsRefused() throws {
    let fault = try get("expired").fault
    #expect(fault?.code == .certificateRefused)
    #expect(fault?.message.contains("expired") == true)
  }

  @Test func anAuthoritiesFileThatIsNotThereTrustsNobody() throws {
    let fault = try get("good", trusting: "gone.pem").fault
    #expect(fault?.code == .tlsFailed || fault?.code == .certificateRefused)
  }

  @Test func aRedirectToAnInsecureAddressIsRefused() throws {
    let fault = try get("good", path: "/down").fault
    #expect(fault?.code == .unsafeRedirect)
    #expect(fault?.message.contains("http://127.0.0.1:1/") == true)
  }

  @Test func aServerWithoutTLSIsRefused() throws {
    let server = try WebServer { _ in .ok("x") }
    #expect(HelperBench().fault("https://127.0.0.1:\(server.port)/")?.code == .tlsFailed)
  }
}

/// A certificate authority in a folder of its own.
private final class Authority: Sendable {
  let folder: TemporaryFolder

  struct Failed: Error { let command: String }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["ca", "other"] {
      try run(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(name).key"
          + " -out \(name).pem -subj /CN=\(name) -days 2 -addext basicConstraints=critical,CA:TRUE")
    }
    try make("good", "IP:127.0.0.1", from: nil)
    try make("elsewhere", "DNS:elsewhere.example", from: nil)
    try make("expired", "IP:127.0.0.1", from: ("20200101000000Z", "20210101000000Z"))
    // What `s_server -HTTP` answers with, headers included.
    try folder.write("HTTP/1.0 200 OK\r\n\r\nsecret", to: "ok")
    try folder.write("HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", to: "down")
  }

  private func make(_ name: String, _ host: String, from dates: (String, String)?) throws {
    try folder.write("subjectAltName=\(host)\n", to: name + ".ext")
    try run(
      "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(name).key -out \(name).csr"
        + " -subj /CN=\(name)")
    guard let dates else {
      return try run(
        "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile \(name).ext"
          + " -out \(name).pem")
    }
    // Only `ca` takes dates that have passed, and it keeps books.
    try folder.write("", to: "index.txt")
    try folder.write("01\n", to: "serial")
    try folder.write(
      """
      [ca]
      default_ca = own
      [own]
      database = index.txt
      serial = serial
      new_certs_dir = .
      default_md = sha256
      policy = any
      [any]
      commonName = supplied

      """, to: "ca.cnf")
    try run(
      "ca -batch -config ca.cnf -in \(name).csr -cert ca.pem -keyfile ca.key -startdate \(dates.0)"
        + " -enddate \(dates.1) -extfile \(name).ext -out \(name).pem -notext")
  }

  private func run(_ arguments: String) throws {
    let command = "cd \(folder.path) && \(Tool.openssl ?? "") \(arguments) >/dev/null 2>>log"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      let log = ProjectFiles.bytes(folder.path + "/log") ?? []
      throw Failed(command: arguments + "\n" + String(decoding: log, as: UTF8.self))
    }
  }

  /// A server with a certificate, which ends with its owner.
  final class Server {
    let port: Int
    private let process: Process

    init(_ folder: String, _ name: String) throws {
      port = try WebServer.freePort()
      process = Process()
      process.executableURL = URL(fileURLWithPath: Tool.openssl ?? "")
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      process.arguments = [
        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", name + ".pem", "-key", name + ".key", "-HTTP",
        "-quiet",
      ]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    // It has inherited that other signals are blocked.
    deinit { kill(process.processIdentifier, SIGKILL) }
  }

  func server(_ name: String) throws -> Server {
    let server = try Server(folder.path, name)
    let isUp = Wait.until(seconds: 20, every: 5_000) {
      // A connection that says nothing is a failed handshake to it, and the next one is served.
      HelperBench().fault("https://127.0.0.1:\(server.port)/ok", limits: WebLimits(totalSeconds: 5))?.code
        == .certificateRefused
    }
    if !isUp { throw Failed(command: "s_server") }
    return server
  }
}
