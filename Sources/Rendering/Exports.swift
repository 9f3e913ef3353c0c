// The interface of this module uses types of Terminal.
@_exported import Terminal
