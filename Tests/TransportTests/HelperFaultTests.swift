import Foundation
import Platform
import TestSupport
import Testing

@testable import Transport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A helper that is not there, that breaks or that lies; and a helper whose kal does.
@Suite struct HelperFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The fault of a request to a helper that is a shell script.
  private func fault(_ script: String, saying messages: [PipeMessage] = []) throws -> TransportFault? {
    try folder.write("#!/bin/sh\n" + script + "\n", to: "helper")
    chmod(folder.path + "/helper", 0o700)
    let file = try #require(fopen(folder.path + "/said", "wb"))
    let bytes = messages.flatMap(\.bytes)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    let transport = HelperTransport(
      program: folder.path + "/helper",
      variables: BuiltProgram.variables.merging(["SAID": folder.path + "/said"]) { $1 })
    let limits = WebLimits(mostBytes: 1_000, totalSeconds: 1)
    do throws(TransportFault) {
      _ = try transport.answer(WebRequest(url: "http://127.0.0.1/", limits: limits))
      return nil
    } catch {
      return error
    }
  }

  private static let greeting = PipeMessage.greeting(format: 1, program: "kal-sync 0")
  private static let head = PipeMessage.head(status: 200, headers: [])
  private static let end = PipeMessage.end(url: "http://127.0.0.1/", hasMoved: false)
  private static let says = "cat \"$SAID\"; exec cat >/dev/null"

  @Test func programsAreFoundBesideTheRunningOneAndInPATH() {
    // The real one stands beside the tests.
    #expect(Executables.find("kal-sync", path: nil) == HelperBench.program)
    #expect(Executables.find("no-such-program", path: folder.path + ":relative:/usr/bin") == nil)
    #expect(Executables.find("env", path: "/nonexistent:/usr/bin") == "/usr/bin/env")
  }

  @Test func eachProgramIsFoundOnceThroughWhicheverLinks() throws {
    let (first, second) = (folder.path + "/one", folder.path + "/two")
    let manager = FileManager.default
    for place in [first, second] {
      try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
    }
    #expect(
      manager.createFile(
        atPath: first + "/some-program", contents: Data("#!/bin/sh\n".utf8),
        attributes: [.posixPermissions: 0o755]))
    try manager.createSymbolicLink(
      atPath: second + "/some-program", withDestinationPath: first + "/some-program")
    let path = "\(first):\(second):\(first)"
    #expect(Executables.all("some-program", path: path) == [first + "/some-program"])
    #expect(Executables.all("kal-sync", path: nil) == [HelperBench.program])
    #expect(Executables.all("kal-sync", path: nil, besides: false) == [])
  }

  @Test func aHelperThatIsNotInstalledIsNamed() {
    let transport = HelperTransport(program: nil, variables: [:])
    let fault = #expect(throws: TransportFault.self) {
      try transport.answer(WebRequest(url: "http://127.0.0.1/"))
    }
    #expect(fault?.message.contains(Executables.ownFolder ?? "?") == true)
    #expect(fault?.code == .notInstalled && fault?.hint?.contains("it is in the package `kalends`") == true)
  }

  @Test func theHelperBesideTheProgramIsStarted() throws {
    let server = try WebServer { _ in .ok("x") }
    #expect(try HelperTransport(variables: [:]).answer(WebRequest(url: server.url())).status == 200)
  }

  @Test func aProgramThatCannotBeStartedIsNamed() throws {
    let gone = HelperTransport(program: folder.path + "/gone", variables: [:])
    #expect(throws: TransportFault(.helperFailed, folder.path + "/gone", "it cannot be started")) {
      try gone.answer(WebRequest(url: "http://127.0.0.1/"))
    }
  }

  @Test(arguments: ["exit 0", "kill -9 $$", "echo hello; exit 3", "exec >&-; sleep 1"])
  func aHelperThatEndsIsAFault(_ script: String) throws {
    #expect(try fault(script)?.code == .helperFailed)
  }

  @Test(arguments: [
    "exec cat /dev/zero", "yes", "printf '\\377\\377\\377\\377'; exec cat >/dev/null",
    "printf '\\0\\0\\0\\1x'; exec cat >/dev/null",
  ])
  func aHelperThatSaysNonsenseIsAFault(_ script: String) throws {
    #expect(try fault(script)?.code == .helperFailed)
  }

  @Test func aHelperOfAnotherVersionIsAFault() throws {
    let found = try fault(Self.says, saying: [.greeting(format: 2, program: "kal-sync 9.0")])
    #expect(
      found?.code == .helperVersion && found?.message.contains("it is kal-sync 9.0, and kal is") == true)
  }

  @Test(arguments: [
    [end], [.data([1])], [head, head], [head, greeting], [greeting, greeting],
    [head, .data([UInt8](repeating: 1, count: 1_001)), end],
    [.head(status: 7, headers: []), end], [.request(WebRequest(url: ""))],
  ])
  func anAnswerThatMakesNoSenseIsAFault(_ messages: [PipeMessage]) throws {
    #expect(try fault(Self.says, saying: [Self.greeting] + messages)?.code == .helperFailed)
  }

  @Test func anAnswerThatBreaksOffIsAFault() throws {
    let says = "cat \"$SAID\"; exit 0"
    #expect(try fault(says, saying: [Self.greeting, Self.head, .data([1])])?.code == .helperFailed)
    #expect(try fault(Self.says, saying: [Self.greeting, Self.head, Self.end]) == nil)
  }

  @Test func aFaultOfTheHelperIsHandedOn() throws {
    let fault = TransportFault(.noNetwork, "x")
    #expect(try self.fault(Self.says, saying: [Self.greeting, .fault(fault)]) == fault)
    let late = [Self.greeting, Self.head, .data([1]), .fault(fault)]
    #expect(try self.fault(Self.says, saying: late) == fault)
  }

  @Test func aStopSignalEndsAWait() throws {
    let server = try WebServer { _ in WebServer.Reply([.silence]) }
    let signal = StopSignal { !server.requests.isEmpty }
    let transport = HelperTransport(
      program: HelperBench.program, variables: BuiltProgram.variables, until: signal)
    #expect(throws: TransportFault(.interrupted, "kal-sync")) {
      try transport.answer(WebRequest(url: server.url()))
    }
  }

  @Test func afterAHelperThatDiedThereIsANewOne() throws {
    let server = try WebServer { request in
      if request.path == "/kill" { system("kill -9 \(request.headers["x-helper"] ?? "0")") }
      return .ok("x")
    }
    let counter = folder.path + "/count"
    try folder.write("#!/bin/sh\necho $$ >> \"\(counter)\"\nexec \"\(HelperBench.program)\"\n", to: "helper")
    chmod(folder.path + "/helper", 0o700)
    let transport = HelperTransport(program: folder.path + "/helper", variables: BuiltProgram.variables)
    #expect(try transport.answer(WebRequest(url: server.url())).status == 200)
    let number = String(decoding: ProjectFiles.bytes(counter) ?? [], as: UTF8.self).filter(\.isNumber)
    #expect(throws: TransportFault(.helperFailed, folder.path + "/helper", "it ended early")) {
      try transport.answer(WebRequest(url: server.url("/kill"), headers: [WebHeader("X-Helper", number)]))
    }
    #expect(try transport.answer(WebRequest(url: server.url())).status == 200)
  }

  @Test func aHelperBlocksNoSignals() throws {
    let child = try #require(ChildConnection(["/bin/sh", "-c", "kill -TERM $$; exit 7"], []))
    let signal = StopSignal()
    // Its end closes the connection.
    #expect(throws: ChildConnection.Stop.closed) {
      try child.receive(until: SystemClock.monotonicNanoseconds() + 20_000_000_000, signal)
    }
    #expect(child.end() == 128 + SIGTERM)
  }

  // MARK: The other side

  /// The status with which the helper ends when it is given bytes and then the end of its input.
  private func status(saying bytes: [UInt8]) throws -> Int32 {
    let child = try #require(
      ChildConnection([HelperBench.program], BuiltProgram.variables.map { $0.key + "=" + $0.value }))
    let signal = StopSignal()
    let deadline = SystemClock.monotonicNanoseconds() + 20_000_000_000
    _ = try child.receive(until: deadline, signal)
    try child.send(bytes, until: deadline, signal)
    return try #require(child.end())
  }

  @Test func theHelperEndsWithItsInput() throws { #expect(try status(saying: []) == 0) }

  @Test func aHelperEndsWhenItsCallerSpeaksNonsense() throws {
    #expect(try status(saying: [255, 255, 255, 255]) == 1)
    #expect(try status(saying: [0, 0, 0, 1, 9]) == 1)
    #expect(try status(saying: [0, 0, 0, 9, 2]) == 1)
    #expect(try status(saying: Self.end.bytes) == 1)
  }

  @Test func aHelperChecksRequestsItself() throws {
    let child = try #require(
      ChildConnection([HelperBench.program], BuiltProgram.variables.map { $0.key + "=" + $0.value }))
    let (signal, deadline) = (StopSignal(), SystemClock.monotonicNanoseconds() + 20_000_000_000)
    var reader = PipeReader(most: PipeMessage.mostBytesOfAnswer)
    var found: [PipeMessage] = []
    for url in ["file:///etc/passwd", "http://127.0.0.1/\r\nA: b"] {
      try child.send(PipeMessage.request(WebRequest(url: url)).bytes, until: deadline, signal)
    }
    while found.count < 3 {
      reader.add(try child.receive(until: deadline, signal))
      while let message = try reader.next() { found.append(message) }
    }
    for message in found.dropFirst() {
      guard case .fault(let fault) = message else { continue }
      #expect(fault.code == .invalidAddress)
    }
  }

  @Test func aHelperEndsWhenItsCallerGoesInTheMiddleOfAnAnswer() throws {
    let server = try WebServer { _ in WebServer.Reply([.silence]) }
    let child = try #require(
      ChildConnection([HelperBench.program], BuiltProgram.variables.map { $0.key + "=" + $0.value }))
    let (signal, deadline) = (StopSignal(), SystemClock.monotonicNanoseconds() + 20_000_000_000)
    try child.send(PipeMessage.request(WebRequest(url: server.url())).bytes, until: deadline, signal)
    #expect(Wait.until { !server.requests.isEmpty })
    // It looks once a second, and would be killed after two.
    #expect(try #require(child.end()) == 1)
  }
}
