// Names and types as Apple spells them.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

import Foundation

/// The bundle of the forms' pictures and texts; nil, as a terminal needs none.
public func EventKitUIBundle() -> Bundle! { nil }

/// Whether the system is iOS: 1 for yes; it is 0.
public var EKUI_IS_IOS: Int32 { 0 }

/// Whether the system is a simulator of iOS: 1 for yes; it is 0.
public var EKUI_IS_SIMULATOR: Int32 { 0 }
