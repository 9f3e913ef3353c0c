/// Names of zones that are not in the time zone database but stand in calendars all the same.
enum ZoneAliases {
  /// The IANA name for a name of Windows, Outlook or an old system; nil when it is none.
  static func identifier(forAlias name: String) -> String? { nil }
}
