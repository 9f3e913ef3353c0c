// A program that imports Apple's framework sees the types of these too, without importing them.
@_exported import Colors
@_exported import Foundation
