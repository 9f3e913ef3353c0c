/// A set of words, with their bytes in one buffer.
struct WordSet {
  private var bytes: [UInt8] = []
  /// The start of each word in `bytes`; the last entry is the end.
  private var starts: [Int] = [0]
  /// A hash table of word numbers plus one; 0 is free.
  private var slots = [UInt32](repeating: 0, count: 1024)

  var count: Int { starts.count - 1 }

  /// The bytes of a word by its number, from 0 in order of insertion.
  subscript(number: Int) -> ArraySlice<UInt8> { bytes[starts[number]..<starts[number + 1]] }

  /// Adds a word; false when it is already in the set.
  mutating func insert(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    if count * 2 >= slots.count { grow() }
    var slot = Self.hash(word) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if isEqual(number, word) { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    bytes.append(contentsOf: word)
    starts.append(bytes.count)
    slots[slot] = UInt32(count)
    return true
  }

  private func isEqual(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = starts[number]
    guard starts[number + 1] - start == word.count else { return false }
    for index in 0..<word.count where bytes[start + index] != word[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 0..<count {
      let hash = self[number].withUnsafeBufferPointer { Self.hash($0) }
      var slot = hash & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  // Outside input cannot choose enough words to cause more than slowness.
  private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
    let value = FNV1a.hash(word)
    return Int(truncatingIfNeeded: value ^ value >> 32)
  }
}
