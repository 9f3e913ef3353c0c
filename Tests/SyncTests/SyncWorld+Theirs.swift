import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What other programs do to the folders.
extension SyncWorld {
  static let fields = ["SUMMARY", "LOCATION", "URL", "DESCRIPTION"]
  /// The occurrences of a series that may have overrides.
  static let slots = ["20261119T100000Z", "20261120T100000Z", "20261121T100000Z"]

  /// The lines of a new item; some are series, to-dos, or without UID.
  func newItem() -> PlainCalendar {
    number += 1
    let key = "i\(number)"
    let isTask = random.chance(15)
    let isSeries = !isTask && random.chance(25)
    let hasUID = isSeries || random.chance(85)
    let kind = isTask ? "VTODO" : "VEVENT"
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:" + kind]
    lines.append(hasUID ? "UID:" + key : "X-KEY:" + key)
    lines += ["DTSTAMP:20261118T000000Z", "DTSTART:20261118T100000Z"]
    if isSeries { lines.append("RRULE:FREQ=DAILY;COUNT=5") }
    lines += ["SUMMARY:" + token(), "END:" + kind, "END:VCALENDAR"]
    return PlainCalendar(lines: lines)
  }

  /// Changes a text in one place, as a person does.
  func edit(_ item: inout PlainCalendar) {
    let items = item.items
    if items.isEmpty { return }
    let free = Self.slots.filter { slot in !item.lines.contains("RECURRENCE-ID:" + slot) }
    if item.isSeries, let slot = free.first, random.chance(25) {
      item.override(random.pick(free.isEmpty ? [slot] : free), token())
    } else if items.count > 1, random.chance(15) {
      item.lines.removeSubrange(items[random.pick(1...(items.count - 1))])
    } else {
      item.set(random.pick(Self.fields), token(), ofItem: random.below(items.count))
    }
  }

  /// A file, by its side and name; nil where there is none.
  private func anyFile(whole: Bool = true) -> (side: Int, name: String, file: TheirFile)? {
    let side = random.below(sides.count)
    let names = sides[side].files.filter { !whole || $0.value.completion == nil }.keys.sorted()
    if names.isEmpty { return nil }
    let name = random.pick(names)
    return sides[side].files[name].map { (side, name, $0) }
  }

  private func save(_ text: PlainCalendar, _ side: Int, _ name: String) {
    write(text.text, side, name, inPlace: random.chance(50))
    sides[side].files[name] = TheirFile(known: text)
  }

  /// A copy of an item: one without UID is another item from then on.
  private func another(_ item: PlainCalendar) -> PlainCalendar {
    var item = item
    number += 1
    if item.uid == nil { item.set("X-KEY", "i\(number)", ofItem: 0) }
    return item
  }

  private func freeName(_ item: PlainCalendar, _ side: Int) -> String {
    number += 1
    if let uid = item.uid, sides[side].files[uid + ".ics"] == nil, random.chance(60) { return uid + ".ics" }
    return random.pick(["f\(number).ics", "long name \(number).ics", "-\(number).ICS"])
  }

  /// One change of another program.
  func theirStep() {
    switch random.below(100) {
    case 0..<16: theirCreation()
    case 16..<42:
      guard let (side, name, original) = anyFile() else { return }
      var file = original
      theirs("edit \(side)/\(name)") {
        edit(&file.known)
        save(file.known, side, name)
      }
    case 42..<52: theirDeletion()
    case 52..<60: theirRenaming()
    case 60..<66: theirExchange()
    case 66..<70:
      guard let (side, name, _) = anyFile() else { return }
      theirs("touch \(side)/\(name)") { touch(path(side, name)) }
    case 70..<75:
      guard let (side, name, file) = anyFile() else { return }
      theirs("rewrite \(side)/\(name)") {
        write(file.known.rewritten(&random), side, name, inPlace: random.chance(50))
        sides[side].files[name] = TheirFile(known: PlainCalendar(text(side, name)))
      }
    case 75..<81: theirHalfWrite()
    case 81..<89: theirCompletion()
    case 89..<93:
      guard let (side, name, file) = anyFile() else { return }
      let new = freeName(file.known, side)
      theirs("copy \(side)/\(name) to \(new)") { save(another(file.known), side, new) }
    case 93..<96: theirReturn()
    default: theirMove()
    }
  }

  private func theirCreation() {
    let side = random.below(sides.count)
    if sides[side].files.count > 6 { return }
    let item = newItem()
    let name = freeName(item, side)
    theirs("create \(side)/\(name)") { save(item, side, name) }
  }

  private func theirDeletion() {
    guard let (side, name, file) = anyFile(whole: false) else { return }
    let isAll = random.chance(12)
    theirs("delete \(side)/\(isAll ? "*" : name)") {
      trash.append(file.known)
      for name in isAll ? sides[side].files.keys.sorted() : [name] {
        unlink(path(side, name))
        sides[side].files[name] = nil
      }
    }
  }

  private func theirRenaming() {
    guard let (side, name, file) = anyFile() else { return }
    let new = freeName(file.known, side)
    theirs("rename \(side)/\(name) to \(new)") {
      rename(path(side, name), path(side, new))
      (sides[side].files[name], sides[side].files[new]) = (nil, file)
    }
  }

  /// Without UIDs an exchange is two edits, as an item is known by its file.
  private func theirExchange() {
    guard let (side, name, file) = anyFile(), let (other, second, third) = anyFile(), side == other,
      name != second, file.known.uid != nil || third.known.uid != nil
    else { return }
    theirs("exchange \(side)/\(name) and \(second)") {
      rename(path(side, name), path(side, "aside.tmp"))
      rename(path(side, second), path(side, name))
      rename(path(side, "aside.tmp"), path(side, second))
      (sides[side].files[name], sides[side].files[second]) = (third, file)
    }
  }

  /// A program begins to write a file, and has written nothing or a half.
  private func theirHalfWrite() {
    guard let (side, name, file) = anyFile() else { return }
    theirs("begin \(side)/\(name)") {
      var new = file.known
      if random.chance(70) { edit(&new) }
      var part = ""
      if random.chance(60) { part = String(new.text.prefix(new.text.count / 2)) }
      write(part, side, name, inPlace: true)
      sides[side].files[name] = TheirFile(known: file.known, completion: new.text, part: part)
    }
  }

  private func theirCompletion() {
    let open = sides.indices.flatMap { side in
      sides[side].files.filter { $0.value.completion != nil }.keys.sorted().map { (side, $0) }
    }
    if open.isEmpty { return }
    complete(open[random.below(open.count)])
  }

  /// Writes the rest of a file that was begun.
  func complete(_ place: (side: Int, name: String)) {
    guard let text = sides[place.side].files[place.name]?.completion else { return }
    theirs("complete \(place.side)/\(place.name)") {
      write(text, place.side, place.name, inPlace: true)
      sides[place.side].files[place.name] = TheirFile(known: PlainCalendar(text))
    }
  }

  private func theirReturn() {
    if trash.isEmpty { return }
    let item = another(trash.remove(at: random.below(trash.count)))
    let side = random.below(sides.count)
    let name = freeName(item, side)
    theirs("bring back \(side)/\(name)") { save(item, side, name) }
  }

  private func theirMove() {
    guard let (side, name, file) = anyFile() else { return }
    let other = (side + 1) % sides.count
    let new = freeName(file.known, other)
    theirs("move \(side)/\(name) to \(other)/\(new)") {
      rename(path(side, name), path(other, new))
      (sides[side].files[name], sides[other].files[new]) = (nil, file)
      if file.known.uid == nil { save(another(file.known), other, new) }
    }
  }
}
