import TestSupport
import Testing

/// Rules for source text.
@Suite struct SourceRuleTests {
  /// Files that may be longer than the rest, each with its reason.
  private static let longFiles: [String: String] = [:]

  @Test func aFileHasAtMost500LinesOrAReason() {
    for path in Checkout.sources + ProjectFiles.files(below: "Tests", suffix: ".swift") {
      guard Self.longFiles[path] == nil else { continue }
      let lines = (ProjectFiles.bytes(ProjectFiles.root + "/" + path) ?? []).count { $0 == 10 }
      #expect(lines <= 500, "\(path) has \(lines) lines")
    }
    for path in Self.longFiles.keys {
      #expect(ProjectFiles.text(path) != nil, "\(path) is gone from the list's project")
    }
  }

  @Test func nothingInTheSourcesCanStopTheProcessOnBadInput() {
    let words = [
      "fatalError(", "try!", "as!", "preconditionFailure(", "unsafelyUnwrapped", "assertionFailure(",
    ]
    #expect(Checkout.places(of: words, in: Checkout.sources) == [])
  }

  @Test func theClockIsReadInOneFileAndWhereAppleSaysThatItIs() {
    let words = [
      "time(nil", "time(&", "clock_gettime(", "gettimeofday(", "localtime(", "localtime_r(",
      "mktime(",
      "Date()", "ContinuousClock", "SuspendingClock",
    ]
    let readers = [
      "Sources/Platform/SystemClock.swift", "Sources/EventKit/Support/SystemTime.swift",
      // A place is one at a time, by default the present.
      "Sources/CoreLocation/CLLocation.swift",
    ]
    let others = Checkout.sources.filter { !readers.contains($0) }
    #expect(Checkout.places(of: words, in: others) == [])
  }

  @Test func theEnvironmentIsReadInOneRoomAndByTheLineEditorsLocaleOnly() {
    let core = Checkout.sources.filter { path in
      !path.hasPrefix("Sources/Platform/") && !path.hasPrefix("Sources/LineEditor/")
        // These have it from Platform.
        && ![
          "Terminal", "Transport", "WebClient", "Dialogs", "Interaction", "Statements", "Server", "Shell",
          "UIKit", "EventKit", "EventKitReadline",
        ].contains { room in path.hasPrefix("Sources/\(room)/") }
    }
    #expect(Checkout.places(of: ["getenv(", "setenv(", "environ", "setlocale("], in: core) == [])
  }
}
