// The interface of this module uses JSON's types, so it re-exports them.
@_exported import JSON
