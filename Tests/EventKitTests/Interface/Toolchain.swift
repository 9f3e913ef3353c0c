import Foundation
import TestSupport

/// The programs of the toolchain that built the tests.
enum Toolchain {
  /// Why a program failed.
  struct Failure: Error, CustomStringConvertible { let description: String }

  private struct Info: Decodable {
    struct Target: Decodable { let triple: String }
    struct Paths: Decodable { let runtimeResourcePath: String }
    let target: Target
    let paths: Paths
  }

  private static let info = Result {
    try JSONDecoder().decode(
      Info.self, from: run(URL(fileURLWithPath: "/usr/bin/env"), ["swift", "-print-target-info"]))
  }

  /// The system and processor that it builds for.
  static func target() throws -> String { try info.get().target.triple }

  /// What one of the programs prints; throws what it says when it fails.
  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    // `PATH` may lead to a script that chooses a toolchain, beside which there are no other programs.
    let resources = URL(fileURLWithPath: try info.get().paths.runtimeResourcePath)
    let folder = resources.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
      "bin")
    return try run(folder.appendingPathComponent(program), arguments)
  }

  private static func run(_ program: URL, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(program.lastPathComponent): \(String(decoding: text, as: UTF8.self))")
    }
    return data
  }
}

/// The folder that the tests were built in.
enum BuildFolder {
  private static let path: String = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return program.isEmpty
      ? ProjectFiles.root + "/.build/debug" : URL(fileURLWithPath: program).deletingLastPathComponent().path
  }()

  /// The arguments by which the compiler finds the modules: Swift's, the maps of those in C, and the
  /// maps that were made for Swift's.
  static var imports: [String] {
    let made = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map {
      "\(path)/\($0)/module.modulemap"
    }.filter(FileManager.default.fileExists(atPath:))
    let own = ProjectFiles.files(below: "Sources", suffix: "module.modulemap").map {
      ProjectFiles.root + "/" + $0
    }
    return ["-I", path + "/Modules"] + (own + made).flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
  }
}
