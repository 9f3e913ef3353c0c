// Re-exports the modules whose types the public interface uses.
@_exported import Editing
@_exported import QueryEngine
