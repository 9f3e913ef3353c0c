import TestSupport
import Testing

/// The root, the scripts and the samples.
@Suite struct RootTests {
  @Test func onlyTheAgreedNamesStandAtTheRoot() {
    let allowed: Set<String> = [
      "Package.swift", "Sources", "Tests", "Grammar", "Samples", "README.md", "LICENSE", "CHANGELOG.md",
      "DESIGN.md",
      "DECISIONS.md", ".swift-format", ".gitignore", ".ci", ".github",
    ]
    #expect(Checkout.rootNames.filter { !allowed.contains($0) } == [])
    for needed in ["README.md", "LICENSE", "CHANGELOG.md", ".swift-format", ".gitignore"] {
      #expect(Checkout.rootNames.contains(needed))
    }
  }

  @Test func theREADMENamesItsTwoCommandsAndTheyAreThereToBeRun() throws {
    let readme = try #require(ProjectFiles.text("README.md"))
    for command in ["Samples/tour", "Tests/run"] {
      #expect(
        readme.contains("\n" + command + "\n") || readme.contains("    " + command),
        "\(command) in the README")
      #expect(Checkout.isExecutable(command), "\(command) can be run")
    }
    let scripts = [
      ".ci/run", "Tests/setup", "Tests/build-quick", "Tests/build-release", "Tests/deep", "Tests/packages",
      "Tests/clean",
    ]
    for script in scripts + ProjectFiles.files(below: "Tests/scripts", suffix: ".sh") {
      #expect(Checkout.isExecutable(script), "\(script) can be run")
    }
    #expect(ProjectFiles.text(".ci/run")?.contains("exec Tests/run") == true)
  }

  /// A branch of somebody else's may be moved to other code, a commit may not.
  @Test func theWorkflowsRunTheTwoCommandsAndPinWhatIsNotOurs() throws {
    let workflow = try #require(ProjectFiles.text(".github/workflows/tests.yml"))
    for command in ["Samples/tour", "Tests/run"] { #expect(workflow.contains("run: \(command)\n")) }
    for path in ProjectFiles.files(below: ".github/workflows") {
      for line in (ProjectFiles.text(path) ?? "").split(separator: "\n") where line.contains("uses: ") {
        let commit = line.split(separator: "@").last?.prefix { $0 != " " } ?? ""
        #expect(commit.count == 40 && commit.allSatisfy(\.isHexDigit), "\(path): \(line)")
      }
    }
  }

  /// A part of a script that is left out is told to `Tests/run`, which sums up what was skipped.
  @Test func scriptsSayWhatTheySkipInOneWay() {
    for path in ProjectFiles.files(below: "Tests/scripts", suffix: ".sh") {
      let lines = (ProjectFiles.text(path) ?? "").split(separator: "\n")
      let others = lines.filter { $0.contains("echo \"not run") || $0.contains("echo \"not tried") }
      #expect(others == [], "\(path)")
    }
  }

  @Test func noTextNamesAPlaceOnOneMachine() {
    // Put together here, so that this file does not find itself.
    let places = ["work", "root", "tmp/kal", "Users"].map { "/" + $0 + "/" }
    for path in Checkout.textFiles {
      guard let bytes = ProjectFiles.bytes(ProjectFiles.root + "/" + path) else { continue }
      for place in places where Checkout.contains(Array(place.utf8), in: bytes) {
        let text = String(decoding: bytes, as: UTF8.self)
        let found = text.split(separator: "\n").filter { line in
          guard let range = line.firstRange(of: place) else { return false }
          // `some/work/place` is a path below something, `/work/place` is a place.
          guard range.lowerBound > line.startIndex else { return true }
          let before = line[line.index(before: range.lowerBound)]
          return !(before.isLetter || before.isNumber || "._-}$*".contains(before))
        }
        #expect(found == [], "\(path) names \(place)")
      }
    }
  }

  @Test(arguments: [
    ("work", true, false), ("family", true, false), ("birthdays", false, false), ("home", false, false),
    ("outlook", true, false), ("exchange", true, true), ("todo", true, false), ("conference", true, false),
  ])
  func theSampleCalendarsKeepTheLineEndsAndMarksOfTheirExporters(
    name: String, hasCarriageReturns: Bool, hasMark: Bool
  ) throws {
    let path = ProjectFiles.root + "/Samples/calendars/\(name).ics"
    let bytes = try #require(ProjectFiles.bytes(path))
    let lineFeeds = bytes.count { $0 == 10 }
    let carriageReturns = bytes.count { $0 == 13 }
    #expect(carriageReturns == (hasCarriageReturns ? lineFeeds : 0))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]) == hasMark)
    let text = try #require(String(validating: bytes, as: UTF8.self))
    for line in text.split(whereSeparator: \.isNewline) {
      #expect(line.utf8.count <= 78, "unfolded: \(line)")
    }
  }

  @Test func everySampleCalendarIsInTheListAbove() {
    #expect(ProjectFiles.files(below: "Samples/calendars", suffix: ".ics").count == 8)
  }
}
