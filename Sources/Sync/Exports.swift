// The conflicts and the guards of syncs are told by what answers statements.
@_exported import SyncCore
