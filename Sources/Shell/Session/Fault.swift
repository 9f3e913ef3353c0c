import Editing
import Forms
import Platform
import QueryEngine
import QueryLanguage
import Store
import Terminal

/// Something that went wrong, as a person or a program is told of it, whichever part found it.
protocol Fault: Error {
  /// The stable code, in kebab case.
  var codeText: String { get }
  var message: String { get }
  /// What to do about it.
  var hint: String? { get }
  /// The exit status: 1 failed, 2 not understood, 3 no access, 4 canceled, 130 interrupted.
  var exitStatus: Int32 { get }
  /// Whether the same statement may succeed another time, although nobody changes it.
  var mayRetry: Bool { get }
  /// Whether a signal ended what ran.
  var isInterrupted: Bool { get }
}

extension Fault {
  var hint: String? { nil }
  var exitStatus: Int32 { 1 }
  var mayRetry: Bool { false }
  var isInterrupted: Bool { false }
}

extension StoreError: Fault {
  var codeText: String { code.rawValue }

  var isInterrupted: Bool { code == .interrupted }

  var mayRetry: Bool {
    switch code {
    case .locked, .interrupted, .diskFull, .inputOutput, .outOfMemory: true
    default: false
    }
  }

  var exitStatus: Int32 {
    switch code {
    case .interrupted: 130
    case .unknownCalendar, .ambiguousCalendar, .unknownSource, .badToken, .unknownStep: 2
    case .foreignStep: 3
    case .noStore, .cannotOpen, .cannotCreate, .fileExists, .notAStore, .newer, .older, .locked, .readOnly,
      .diskFull, .inputOutput, .corrupt, .outOfMemory, .tooBig, .readOnlyCalendar, .unreadableFile,
      .calendarExists, .batchOpen, .noBatch, .nothingToUndo, .nothingToRedo, .settledStep, .changedSince,
      .itemGone, .calendarNotEmpty, .immutableCalendar, .sourceForbids, .duplicateUID, .tokenTooOld,
      .zoneMissing, .internalError:
      1
    }
  }
}

extension EditError: Fault {
  var codeText: String { code }

  /// The store's own fault, where that is the reason.
  private var ofStore: StoreError? { if case .store(let error) = self { error } else { nil } }

  var isInterrupted: Bool { ofStore?.isInterrupted ?? false }

  var mayRetry: Bool { ofStore?.mayRetry ?? false }

  var exitStatus: Int32 {
    switch self {
    case .notPermitted, .accessRestricted, .notOwner: 3
    case .store(let error): error.exitStatus
    case .spanRequired, .needsOccurrence, .ruleNeedsSeries: 2
    default: 1
    }
  }
}

extension OutputError: Fault {
  var codeText: String {
    self == .interrupted ? StoreError.Code.interrupted.rawValue : ShellError.Code.outputFailed.rawValue
  }

  var message: String {
    switch self {
    case .noSpace: "no space is left where the output goes"
    case .tooLong(let limit): "the answer is longer than \(limit >> 20) MB"
    case .interrupted: StoreError(.interrupted, "").message
    case .failed(let code): "writing the output failed (error \(code))"
    }
  }

  var hint: String? { if case .tooLong = self { "export … to \"FILE\" has room for more" } else { nil } }

  var exitStatus: Int32 { isInterrupted ? 130 : 1 }

  var isInterrupted: Bool { self == .interrupted }
}

extension InputError: Fault {
  var codeText: String {
    isInterrupted ? StoreError.Code.interrupted.rawValue : ShellError.Code.unreadableFile.rawValue
  }

  var message: String {
    switch self {
    case .interrupted(let path): StoreError(.interrupted, path).message
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    }
  }

  var isInterrupted: Bool { if case .interrupted = self { true } else { false } }

  var mayRetry: Bool { isInterrupted }

  var exitStatus: Int32 { isInterrupted ? 130 : 1 }
}

/// What is wrong with the settings file, with its place.
struct SettingsFileFault: Fault {
  let error: ConfigError

  var codeText: String { ShellError.Code.badConfig.rawValue }
  var message: String { error.place + ": " + error.message }
  var hint: String? { error.fix }
  var exitStatus: Int32 { 2 }
}

extension ServerRefusal: Fault {
  var codeText: String { code }

  var exitStatus: Int32 { isMisunderstood ? 2 : 1 }
}
