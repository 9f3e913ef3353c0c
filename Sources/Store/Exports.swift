// The public API of this target uses types of Locking and Model, so it exports them.
@_exported import Locking
@_exported import Model
