// Re-exports the modules whose types the public interface uses.
@_exported import QueryLanguage
@_exported import Store
