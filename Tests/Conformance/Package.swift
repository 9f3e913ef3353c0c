// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "kalends-conformance",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Kalends", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "kalends-conformance",
      dependencies: [
        .product(name: "CivilTime", package: "Kalends"),
        .product(name: "Recurrence", package: "Kalends"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
