extension Session {
  /// The path of a file as somebody wrote it.
  package func path(_ text: String) -> String {
    let path = paths.expandingTilde(text)
    guard let folder, !path.hasPrefix("/") else { return path }
    return folder + "/" + path
  }

  /// The path of the store in use; nil where not even a home folder is known, or a server has the store.
  package var storePath: String? {
    server == nil ? paths.store(option: storeOption, configured: settings.store) : nil
  }
}
