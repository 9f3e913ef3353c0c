import Model

extension MergeResult {
  /// The names of the conflicts, in their order: occurrence and field, as in `20261118T091500/title`; those of
  /// several elements of one field are numbered, as in `attendees` and `attendees#2`.
  ///
  /// The merge of the same versions gives the same names.
  public var keys: [String] {
    var counts: [String: Int] = [:]
    return conflicts.map { conflict in
      let name = conflict.key
      counts[name, default: 0] += 1
      let number = counts[name, default: 1]
      return number == 1 ? name : "\(name)#\(number)"
    }
  }
}

extension FieldConflict {
  /// The occurrence, where there is one, and the name of the field.
  fileprivate var key: String {
    guard let override else { return part.name }
    return override.key.text + (override.isThisAndFuture ? "+/" : "/") + part.name
  }
}

extension FieldConflict.Part {
  /// The name of the part: that of the query language's field, or of the property or component.
  public var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .property(let name), .inner(let name): name
    case .unreadable: "unreadable"
    case .component: "component"
    case .resource: "resource"
    }
  }
}
