// What is here extends EventKit, so that a program needs one import.
@_exported import EventKit
