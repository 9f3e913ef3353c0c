import CivilTime
import QueryLanguage

/// Writes any syntax tree as an s-expression; ranges and how things were spelled are left out, as `==` does.
enum TreeText {
  static func text(_ value: Any) -> String {
    switch value {
    case let text as String: return Quoting.string(text)
    case let number as Int: return String(number)
    case let truth as Bool: return truth ? "true" : "false"
    case let date as CivilDate: return date.description
    case let offset as UTCOffset: return offset.description
    case let weekday as Weekday: return weekday.name.lowercased()
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
    case .collection: return "[" + mirror.children.map { text($0.value) }.joined(separator: " ") + "]"
    case .enum: return enumText(value, mirror)
    case .struct, .tuple:
      let parts = mirror.children.compactMap { child -> String? in
        if child.label?.hasPrefix("_") == true || child.value is SourceRangeSyntax { return nil }
        return text(child.value)
      }.filter { $0 != "nil" && $0 != "false" && $0 != "[]" }
      if mirror.displayStyle == .tuple { return parts.joined(separator: " ") }
      return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " ") + ")"
    default: return String(describing: value)
    }
  }

  private static func enumText(_ value: Any, _ mirror: Mirror) -> String {
    guard let child = mirror.children.first else { return String(describing: value) }
    let inner = text(child.value)
    return inner.isEmpty ? (child.label ?? "") : "(\(child.label ?? "") \(inner))"
  }
}
