// swift-tools-version: 6.1
import PackageDescription

// libFuzzer, led by coverage, on the drivers that the ordinary tests use too; `run` builds and starts it. A
// package of its own, as it links only with `-sanitize=fuzzer`.
let package = Package(
  name: "KalendsFuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Kalends", path: "../..")],
  targets: [
    .target(
      name: "FuzzDrivers",
      dependencies: [
        "JSON", "CivilTime", "Recurrence", "ICalendar", "VCard", "Model", "LineProtocol", "Store", "Editing",
        "QueryLanguage", "QueryEngine", "Changes", "Forms",
      ].map { .product(name: $0, package: "Kalends") }),
    .executableTarget(name: "kalends-fuzz", dependencies: ["FuzzDrivers"]),
  ],
  swiftLanguageModes: [.v6]
)
