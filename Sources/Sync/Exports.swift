// The conflicts and guards of syncs, and the way to the network, are words of what answers statements.
@_exported import SyncCore
@_exported import Transport
