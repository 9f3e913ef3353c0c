// What the face of this room is written in, it hands on.
@_exported import Locking
@_exported import Model
