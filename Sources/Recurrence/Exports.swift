// The interface of this module uses CivilTime's types, so it re-exports them.
@_exported import CivilTime
