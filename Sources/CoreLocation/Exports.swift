// A program that imports Apple's framework sees the types of this one too.
@_exported import Foundation
