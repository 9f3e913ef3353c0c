// Requests for lines and their answers are words of this module.
@_exported import LineEditing
