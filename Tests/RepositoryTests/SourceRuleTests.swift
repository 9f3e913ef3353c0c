import TestSupport
import Testing

@Suite("Rules for source text")
struct SourceRuleTests {
  /// Files that may be longer than the rest, each with its reason.
  private static let longFiles: [String: String] = [:]

  @Test("A file has at most 500 lines, or a reason")
  func length() {
    for path in Checkout.sources + ProjectFiles.files(below: "Tests", suffix: ".swift") {
      guard Self.longFiles[path] == nil else { continue }
      let lines = (ProjectFiles.bytes(ProjectFiles.root + "/" + path) ?? []).count { $0 == 10 }
      #expect(lines <= 500, "\(path) has \(lines) lines")
    }
    for path in Self.longFiles.keys {
      #expect(ProjectFiles.text(path) != nil, "\(path) is gone from the list's project")
    }
  }

  @Test("Nothing in the sources can stop the process on bad input")
  func noTraps() {
    let words = [
      "fatalError(", "try!", "as!", "preconditionFailure(", "unsafelyUnwrapped", "assertionFailure(",
    ]
    #expect(Checkout.places(of: words, in: Checkout.sources) == [])
  }

  @Test("The clock is read in one file, and for KalendsKit's default in another")
  func noHiddenClock() {
    let words = [
      "time(nil", "time(&", "clock_gettime(", "gettimeofday(", "localtime(", "localtime_r(",
      "mktime(",
      "Date()", "ContinuousClock", "SuspendingClock",
    ]
    let readers = [
      "Sources/Shell/Terminal/SystemClock.swift", "Sources/KalendsKit/Support/SystemTime.swift",
    ]
    let others = Checkout.sources.filter { !readers.contains($0) }
    #expect(Checkout.places(of: words, in: others) == [])
  }

  @Test("The environment is read by the shell and the line editor's locale only")
  func noHiddenEnvironment() {
    let core = Checkout.sources.filter {
      !$0.hasPrefix("Sources/Shell/") && !$0.hasPrefix("Sources/kal/") && !$0.hasPrefix("Sources/LineEditor/")
    }
    #expect(Checkout.places(of: ["getenv(", "setenv(", "environ", "setlocale("], in: core) == [])
  }
}
