// The interface of this module uses Locking's types, so it re-exports them.
@_exported import Locking
