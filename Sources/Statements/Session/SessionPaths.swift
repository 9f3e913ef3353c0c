extension Session {
  /// Returns the path of a file as a person wrote it, with the tilde and the client's folder resolved.
  package func path(_ text: String) -> String {
    let path = paths.expandingTilde(text)
    guard let folder, !path.hasPrefix("/") else { return path }
    return folder + "/" + path
  }

  /// The path of the store in use; nil if no home folder is known, or a server has the store.
  package var storePath: String? {
    server == nil ? paths.store(option: storeOption, configured: settings.store) : nil
  }
}
