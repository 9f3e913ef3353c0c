import Changes
import Forms
import Platform
import Rendering
import Sync

extension StoreError: Fault {
  package var codeText: String { code.rawValue }

  package var isInterrupted: Bool { code == .interrupted }

  package var mayRetry: Bool {
    switch code {
    case .locked, .interrupted, .diskFull, .inputOutput, .outOfMemory: true
    default: false
    }
  }

  package var exitStatus: Int32 {
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
  package var codeText: String { code }

  /// The store's error, if that is the cause.
  private var ofStore: StoreError? { if case .store(let error) = self { error } else { nil } }

  package var isInterrupted: Bool { ofStore?.isInterrupted ?? false }

  package var mayRetry: Bool { ofStore?.mayRetry ?? false }

  package var exitStatus: Int32 {
    switch self {
    case .notPermitted, .accessRestricted, .notOwner: 3
    case .store(let error): error.exitStatus
    case .spanRequired, .needsOccurrence, .ruleNeedsSeries: 2
    default: 1
    }
  }
}

extension AccountError: Fault {
  package var codeText: String { code }

  /// The store's error, if that is the cause.
  private var ofStore: StoreError? { if case .store(let error) = self { error } else { nil } }

  package var isInterrupted: Bool { ofStore?.isInterrupted ?? false }

  package var mayRetry: Bool { ofStore?.mayRetry ?? (self == .syncRunning) }

  package var exitStatus: Int32 {
    switch self {
    case .store(let error): error.exitStatus
    case .notOwner: 3
    case .noName, .slashInName, .unknownAccount, .ambiguous, .badPlace, .unknownConflict: 2
    default: 1
    }
  }
}

extension OutputError: Fault {
  package var codeText: String {
    self == .interrupted ? StoreError.Code.interrupted.rawValue : ShellError.Code.outputFailed.rawValue
  }

  package var message: String {
    switch self {
    case .noSpace: "no space is left where the output goes"
    case .tooLong(let limit): "the answer is longer than \(limit >> 20) MB"
    case .interrupted: StoreError(.interrupted, "").message
    case .failed(let code): "writing the output failed (error \(code))"
    }
  }

  package var hint: String? {
    if case .tooLong = self { "export … to \"FILE\" has room for more" } else { nil }
  }

  package var exitStatus: Int32 { isInterrupted ? 130 : 1 }

  package var isInterrupted: Bool { self == .interrupted }
}
