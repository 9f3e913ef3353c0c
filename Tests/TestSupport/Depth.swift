#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much a run tries, which `Tests/deep` raises through the environment.
public enum Depth {
  /// The number that a variable gives, or nil where it gives none.
  public static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  /// The numbers of the seeds of a random test: as many as a usual run tries, or
  /// `KALENDS_SEEDS` if that is more.
  public static func seeds(usually count: Int) -> Range<Int> {
    0..<max(count, number("KALENDS_SEEDS") ?? count)
  }

  /// Whether the run looks for faults of memory or of threads, where each step costs
  /// many times what it does elsewhere.
  public static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
