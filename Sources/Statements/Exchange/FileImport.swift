import Changes
import Interchange
import Platform

/// Imports files and folders one after another, each in its own transaction.
struct FileImport {
  /// The result of the import of one place.
  enum Outcome {
    case items(ImportOutcome)
    /// The contacts of a file, and their birthdays in the store; nil in a dry run.
    case birthdays(ContactFile, BirthdaySummary?)
  }

  let session: Session
  let workspace: Workspace
  let options: ImportOptions
  let now: Instant

  /// Imports a place; throws the error that ends its import.
  func run(_ place: ImportPlaces.Place) throws -> Outcome {
    let name = place.path
    if name.lowercased().hasSuffix(".vcf") { return try birthdays(of: name) }
    var progress = ProgressBar(session: session, name: name)
    defer { progress.clear() }
    switch place {
    case .file(let file):
      return .items(
        try workspace.importFile(file, options: options, now: now) { progress.show($0, of: $1) })
    case .folder(let folder):
      return .items(
        try workspace.importFolder(folder, options: options, now: now) { progress.show($0, of: $1) })
    }
  }

  /// Imports the birthdays in a file of contacts, as a calendar that nobody edits.
  private func birthdays(of file: String) throws -> Outcome {
    let contacts = ContactFile(try Files.bytes(file, until: session.stopSignal))
    if options.isDryRun { return .birthdays(contacts, nil) }
    let store = workspace.store
    return .birthdays(contacts, try store.importBirthdays(of: contacts, cause: "import \(file)", now: now))
  }
}
