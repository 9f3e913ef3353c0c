// Requests, answers and completions are words of this module.
@_exported import LineEditing
