// The interface of this module uses Recurrence's types, so it re-exports them.
@_exported import Recurrence
