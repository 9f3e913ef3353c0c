import Changes
import Interchange
import Rendering

/// Files that stand in the place of a store (`--in`).
extension Session {
  /// Reads the files and folders into the store, which is in memory or a temporary one.
  ///
  /// Throws for a file that cannot be read at all, as `import` does. An unreadable part of a file is reported,
  /// and makes the exit status 1.
  package func readInputs() throws {
    if inputs.isEmpty { return }
    try withZoneFiles { try importInputs() }
    inputState = try openedStore?.state()
  }

  private func importInputs() throws {
    // The files are the caller's own, whoever asks about them.
    let asking = client
    client = nil
    defer { client = asking }
    let (context, _) = try context()
    var places = ImportPlaces(stopSignal: stopSignal)
    for input in inputs {
      if input == "-" { places.addStandardInput() } else { try places.add(path(input)) }
    }
    for folder in places.leftOut {
      say("\(SafeText.line(folder)): warning: this folder is left out; --in with its path brings it")
    }
    let files = FileImport(
      session: self, workspace: try workspace(), options: ImportOptions(), now: context.now)
    var unreadable = 0
    for place in places.found {
      switch try files.run(place) {
      case .items(let outcome):
        tell(outcome.summary)
        unreadable += outcome.summary.unreadable
      case .birthdays(let contacts, _): tell(contacts, of: place.path)
      }
    }
    guard unreadable > 0 else { return }
    worstStatus = max(worstStatus, 1)
    note(
      unreadable == 1
        ? "one component or file could not be read; answers lack it"
        : "\(unreadable) components or files could not be read; answers lack them")
  }

  /// Says once that a change of what was read from files goes when the program ends.
  package func tellUnkeptChange() {
    guard let before = inputState, let present = try? openedStore?.state(), present != before else { return }
    inputState = nil
    note("the files stay as they are, and this change goes with the program; export writes a file")
  }
}
