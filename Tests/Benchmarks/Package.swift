// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that a clean build of Kalends needs only the two C libraries. Run it from here:
//   swift run -c release kalends-bench --help
let package = Package(
  name: "KalendsBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Kalends", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .target(
      name: "LoadGenerator", dependencies: [.product(name: "CivilTime", package: "Kalends")]),
    .systemLibrary(name: "CSQLiteBench", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .executableTarget(
      name: "kalends-bench",
      dependencies: [
        "LoadGenerator", "CSQLiteBench", .product(name: "CivilTime", package: "Kalends"),
        .product(name: "Editing", package: "Kalends"), .product(name: "Model", package: "Kalends"),
        .product(name: "Recurrence", package: "Kalends"),
        .product(name: "Store", package: "Kalends"), .product(name: "Interchange", package: "Kalends"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Apart from the other, as what a program costs before its first line is measured too.
    .executableTarget(name: "eventkit-bench", dependencies: [.product(name: "EventKit", package: "Kalends")]),
    .testTarget(
      name: "LoadGeneratorTests",
      dependencies: ["LoadGenerator", .product(name: "CivilTime", package: "Kalends")]),
  ],
  swiftLanguageModes: [.v6]
)
