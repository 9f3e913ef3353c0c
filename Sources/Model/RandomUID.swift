/// New UIDs: random, without data about the machine (RFC 7986, 5.3).
public enum RandomUID {
  /// A new random UID in the form of a UUID.
  public static func make(_ generator: inout some RandomNumberGenerator) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digits[Int.random(in: 0..<16, using: &generator)])
    }
    return text
  }
}
