// The names are of these types.
@_exported import KalendsExtensions
