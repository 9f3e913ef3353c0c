/// Clock times without a zone take one that the statement names elsewhere, as in `14:30 tomorrow in Tokyo`.
extension RangeSyntax {
  /// The range with a zone for its clock times; nil if it has none, or they have zones of their own.
  public func inZone(_ zone: ZoneSyntax) -> RangeSyntax? {
    var range = self
    switch kind {
    case .from(let date): range.kind = .from(date.inZone(zone) ?? date)
    case .since(let date): range.kind = .since(date.inZone(zone) ?? date)
    case .after(let date): range.kind = .after(date.inZone(zone) ?? date)
    case .to(let date): range.kind = .to(date.inZone(zone) ?? date)
    case .before(let date): range.kind = .before(date.inZone(zone) ?? date)
    case .on(let date): range.kind = .on(date.inZone(zone) ?? date)
    case .span(let first, let last):
      range.kind = .span(first.inZone(zone) ?? first, last.inZone(zone) ?? last)
    case .anytime: return nil
    }
    return range == self ? nil : range
  }
}

extension DateSyntax {
  /// The date with a zone for its clock time; nil if it has no clock time, or that has a zone.
  public func inZone(_ zone: ZoneSyntax) -> DateSyntax? {
    guard var clock = base.clockTime, clock.zone == nil else { return nil }
    clock.zone = zone
    var date = self
    switch base {
    case .clock: date.base = .clock(clock)
    case .day(let day, at: _): date.base = .day(day, at: clock)
    default: return nil
    }
    return date
  }
}
