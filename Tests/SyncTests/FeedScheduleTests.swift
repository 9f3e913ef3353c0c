import Store
import TestSupport
import Testing
import Transport

@testable import Sync

/// When feeds are asked again.
@Suite struct FeedScheduleTests {
  private let now = Instant(seconds: 1_795_000_000)

  @Test(arguments: [
    (nil, 21_600), (0, 900), (-5, 900), (600, 900), (900, 900), (3_600, 3_600), (Int.max, 30 * 86_400),
  ])
  func anIntervalIsBetweenAQuarterOfAnHourAndAMonth(_ interval: Int?, seconds: Int) {
    #expect(FeedSchedule.next(after: interval, now) == now.adding(seconds: seconds))
  }

  @Test func theIntervalOfTheLastSuccessIsKnownUntilAFault() {
    var state = CollectionState()
    #expect(FeedSchedule.interval(of: state) == nil)
    (state.succeeded, state.nextTry) = (now, now.adding(seconds: 7_200))
    #expect(FeedSchedule.interval(of: state) == 7_200)
    state.fault = "x"
    #expect(FeedSchedule.interval(of: state) == nil)
  }

  @Test func afterAFaultOfOursThereIsNoWait() {
    for code in [
      TransportFault.Code.noNetwork, .interrupted, .notInstalled, .helperVersion, .helperFailed,
    ] {
      #expect(FeedSchedule.next(after: .transport(TransportFault(code, "x")), CollectionState(), now) == nil)
    }
    for code in [TransportFault.Code.timedOut, .certificateRefused, .hostNotFound, .tooLarge] {
      let next = FeedSchedule.next(after: .transport(TransportFault(code, "x")), CollectionState(), now)
      #expect(next == now.adding(seconds: 900))
    }
  }

  @Test func aClockThatWasSetMeanwhileMakesNoOddWait() {
    var state = CollectionState()
    state.fault = "x"
    for (tried, next) in [(Int.min, Int.max), (Int.max, Int.min), (0, -5), (0, Int.max)] {
      (state.tried, state.nextTry) = (Instant(seconds: tried), Instant(seconds: next))
      let wait = FeedSchedule.next(after: .serverFailed(host: "x", status: 500), state, now)
      #expect(wait.map { (900...86_400).contains($0.seconds - now.seconds) } == true)
    }
  }

  @Test func everyFaultHasWords() {
    let faults: [FeedFault] = [
      .invalidAddress("x"), .passwordInAddress(host: "x"), .transport(TransportFault(.timedOut, "x")),
      .notThere(host: "x", status: 404), .noAccess(host: "x", status: 401),
      .tryLater(host: "x", status: 429, retryAfter: nil), .serverFailed(host: "x", status: 500),
      .oddAnswer(host: "x", status: 418), .webPage(host: "x"), .notCalendar(host: "x"), .truncated(host: "x"),
      .wrongEncoding(host: "x"),
    ]
    for fault in faults {
      #expect(fault.codeText.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(fault.message.first?.isUppercase == false && !fault.message.hasSuffix("."))
      #expect(fault.hint?.isEmpty == false)
    }
    #expect(Set(faults.map(\.codeText)).count == faults.count)
    let hint = FeedFault.noAccess(host: "example.com:8443", status: 401).hint
    #expect(hint?.contains("machine example.com login") == true)
  }
}
