// What the face of this room is written in, it hands on.
@_exported import Terminal
