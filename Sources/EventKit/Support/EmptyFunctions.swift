// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Does nothing: it stands behind a macro of earlier systems, as at Apple's.
@available(*, deprecated, message: "It has no meaning.")
public func DATE_COMPONENTS_DO_NOT_USE() {}

/// Does nothing: it stands behind a macro of earlier systems, as at Apple's.
@available(*, deprecated, message: "It has no meaning.")
public func DATETIME_COMPONENTS_DO_NOT_USE() {}

/// Does nothing: it stands behind a macro of earlier systems, as at Apple's.
@available(*, deprecated, message: "It has no meaning.")
public func EK_LOSE_FRACTIONAL_SECONDS_DO_NOT_USE() {}
