import CSQLite

/// A batch of rows of the occurrence index, filled by SQLite while it steps over them.
///
/// Returning a row costs SQLite more than finding it. The SQL function
/// `gather(?, start, series, key, length, item, calendar, flags)` stores the row and is true only when the
/// batch is full, so that `sqlite3_step` returns once for many rows. Batches begin small, for readers that
/// want few rows.
final class RowBatch {
  /// The function's state: not an object, to avoid reference counting.
  struct State {
    var rows: UnsafeMutablePointer<IndexRow>
    var count = 0
    var room: Int
    /// Whether each calendar is included, by its number; nil for all.
    var wanted: UnsafeMutableBufferPointer<Bool>?
    /// The number of rows stepped over, included or not.
    var seen = 0
  }

  private static let most = 512
  static let type: StaticString = "kalends-row-batch"

  let state: UnsafeMutablePointer<State>
  private var capacity: Int

  /// Creates a batch of some calendars' rows; `expecting` is the size of the first batch.
  init(calendars: Set<Int>?, expecting: Int?) {
    capacity = min(max(1, expecting ?? 4), Self.most)
    var wanted: UnsafeMutableBufferPointer<Bool>?
    if let calendars {
      let buffer = UnsafeMutableBufferPointer<Bool>.allocate(capacity: (calendars.max() ?? 0) + 1)
      buffer.initialize(repeating: false)
      for calendar in calendars where calendar >= 0 { buffer[calendar] = true }
      wanted = buffer
    }
    state = .allocate(capacity: 1)
    state.initialize(to: State(rows: .allocate(capacity: capacity), room: capacity, wanted: wanted))
  }

  deinit {
    state.pointee.rows.deallocate()
    state.pointee.wanted?.deallocate()
    state.deallocate()
  }

  /// The gathered rows, valid until more are gathered.
  var rows: UnsafeBufferPointer<IndexRow> {
    UnsafeBufferPointer(start: state.pointee.rows, count: state.pointee.count)
  }

  /// Discards the rows, and enlarges the batch.
  func clear() {
    state.pointee.count = 0
    if capacity == Self.most { return }
    capacity = min(2 * capacity, Self.most)
    state.pointee.rows.deallocate()
    state.pointee.rows = .allocate(capacity: capacity)
    state.pointee.room = capacity
  }

  /// Registers `gather` on a connection.
  static func register(on handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, "gather", 8, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, gather, nil, nil, nil)
  }
}

/// The SQL function: `values` are the batch and the columns of `occurrence`, in the order in which an
/// `IndexRow` is read.
private func gather(
  _ context: OpaquePointer?, _: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  let type = UnsafeRawPointer(RowBatch.type.utf8Start).assumingMemoryBound(to: CChar.self)
  guard let values, let batch = sqlite3_value_pointer(values[0], type) else { return }
  let state = batch.assumingMemoryBound(to: RowBatch.State.self)
  state.pointee.seen &+= 1
  func int(_ position: Int) -> Int { Int(sqlite3_value_int64(values[position])) }
  let calendar = int(6)
  if let wanted = state.pointee.wanted, !(wanted.indices.contains(calendar) && wanted[calendar]) { return }
  let (start, series, item) = (int(1), int(2), int(5))
  state.pointee.rows[state.pointee.count] = IndexRow(
    start: start, end: start + int(4), series: series, key: int(3), item: item == 0 ? series : item,
    calendar: calendar, flags: OccurrenceFlags(rawValue: int(7)))
  state.pointee.count += 1
  // Without a result the row does not match, and SQLite continues.
  if state.pointee.count == state.pointee.room { sqlite3_result_int(context, 1) }
}
