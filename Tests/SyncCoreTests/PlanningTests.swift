import SyncCore
import Testing

/// What a sync does about a resource, as a table; guards; single values.
struct PlanningTests {
  /// Our state by rows, theirs by columns: same, touched, changed, gone, new.
  ///
  /// Nil is either `adopt` or `merge`, as the contents are equal or not.
  static let table: [SideState: [ResourceAction?]] = [
    .same: [.nothing, .download, .download, .deleteHere, .download],
    .touched: [.upload, nil, nil, .deleteHere, nil],
    .changed: [.upload, nil, nil, .restoreThere, nil],
    .gone: [.deleteThere, .deleteThere, .restoreHere, .forget, nil],
    .new: [.upload, nil, nil, nil, nil],
  ]

  @Test(arguments: SideState.allCases, SideState.allCases)
  func statesDecide(mine: SideState, theirs: SideState) throws {
    let column = try #require(SideState.allCases.firstIndex(of: theirs))
    let expected = try #require(Self.table[mine])[column]
    for areEqual in [true, false] {
      var asked = 0
      let action = ResourceAction(mine: mine, theirs: theirs) {
        asked += 1
        return areEqual
      }
      #expect(action == expected ?? (areEqual ? .adopt : .merge))
      #expect(asked == (expected == nil ? 1 : 0))
    }
  }

  /// Nothing that exists on one side alone and was really changed there is deleted.
  @Test(arguments: SideState.allCases, SideState.allCases)
  func aRealChangeIsNeverDeleted(mine: SideState, theirs: SideState) {
    let action = ResourceAction(mine: mine, theirs: theirs) { false }
    if mine == .changed || mine == .new { #expect(action != .deleteHere && action != .forget) }
    if theirs == .changed || theirs == .new { #expect(action != .deleteThere && action != .forget) }
  }

  @Test func actionsSayWhichSideTheyChange() {
    let both = ResourceAction.allCases.filter { $0.writesHere && $0.writesThere }
    let neither = ResourceAction.allCases.filter { !$0.writesHere && !$0.writesThere }
    #expect(both == [.merge])
    #expect(neither == [.nothing, .adopt, .forget])
    #expect(ResourceAction.allCases.filter(\.isDeletion) == [.deleteHere, .deleteThere])
  }

  @Test(arguments: [
    (0, 0, 0, nil), (1, 1, 0, nil), (2, 2, 0, DeletionGuard.Reason.emptied(count: 2)), (2, 3, 0, nil),
    (10, 11, 0, nil), (11, 12, 0, .many(count: 11, of: 12)), (20, 100, 0, nil),
    (21, 100, 0, .many(count: 21, of: 100)), (200, 1000, 0, nil), (1000, 1000, 0, .emptied(count: 1000)),
    // A feed that replaces its items.
    (12, 12, 12, nil), (12, 12, 1, .many(count: 12, of: 12)), (50, 100, 45, nil), (12, 12, 3, nil),
  ])
  func manyDeletionsAreHeld(
    _ deletions: Int, _ count: Int, _ additions: Int, _ reason: DeletionGuard.Reason?
  ) {
    #expect(DeletionGuard.objection(deletions: deletions, of: count, additions: additions) == reason)
  }

  @Test(
    arguments: [
      ("a", "a", "a", "a", nil), ("a", "b", "a", "b", nil), ("a", "a", "b", "b", nil),
      ("a", "b", "b", "b", nil), ("a", "b", "c", "c", "b"), (nil, "b", "c", "c", nil),
      (nil, "b", "b", "b", nil),
    ] as [(String?, String, String, String, String?)])
  func singleValuesAreMerged(
    _ base: String?, _ mine: String, _ theirs: String, _ merged: String, _ lost: String?
  ) {
    let merge = ValueMerge(base: base, mine: mine, theirs: theirs)
    #expect(merge.merged == merged)
    #expect(merge.lost == lost)
    #expect(merge.changesMine == (merged != mine))
    #expect(merge.changesTheirs == (merged != theirs))
  }
}
