// A program that imports Apple's framework sees the types of these too, without importing them.
@_exported import EventKit
@_exported import Foundation
@_exported import UIKit
