// swift-tools-version: 6.1
import PackageDescription

// Arrows point down: a target may use only what stands above it here. RepositoryTests checks the imports.
let package = Package(
  name: "Kalends",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "CivilTime", targets: ["CivilTime"]),
    .library(name: "Recurrence", targets: ["Recurrence"]),
    .library(name: "ICalendar", targets: ["ICalendar"]),
    .library(name: "VCard", targets: ["VCard"]),
    .library(name: "Model", targets: ["Model"]),
    .library(name: "SyncCore", targets: ["SyncCore"]),
    .library(name: "LineProtocol", targets: ["LineProtocol"]),
    .library(name: "JSCalendar", targets: ["JSCalendar"]),
    .library(name: "Store", targets: ["Store"]),
    .library(name: "Interchange", targets: ["Interchange"]),
    .library(name: "Editing", targets: ["Editing"]),
    .library(name: "QueryLanguage", targets: ["QueryLanguage"]),
    .library(name: "QueryEngine", targets: ["QueryEngine"]),
    .library(name: "Changes", targets: ["Changes"]),
    .library(name: "Forms", targets: ["Forms"]),
    .library(name: "EventKit", targets: ["EventKit"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "EventKitUI", targets: ["EventKitUI"]),
    .library(name: "EventKitReadline", targets: ["EventKitReadline"]),
    .library(name: "KalendsExtensions", targets: ["KalendsExtensions"]),
    .library(name: "KalendsKit", targets: ["KalendsKit"]),
    .executable(name: "kal", targets: ["kal"]),
    .executable(name: "kal-sync", targets: ["kal-sync"]),
  ],
  traits: [
    .trait(name: "Libedit", description: "Edits lines with libedit in place of GNU readline.")
  ],
  targets: [
    .target(name: "Locking"),
    .target(name: "JSON"),
    .target(name: "CivilTime", dependencies: ["Locking"]),
    .target(name: "Recurrence", dependencies: ["CivilTime"]),
    .target(name: "ICalendar", dependencies: ["Recurrence"]),
    .target(name: "VCard", dependencies: ["CivilTime", "ICalendar"]),
    .target(name: "Model", dependencies: ["JSON", "Recurrence", "ICalendar"]),
    .target(name: "SyncCore", dependencies: ["ICalendar", "Model"]),
    .target(name: "CRenaming"),
    .target(name: "Platform", dependencies: ["Locking", "CivilTime", "CRenaming"]),
    .target(name: "Transport", dependencies: ["Platform"]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "WebClient", dependencies: ["Platform", "Transport", "CCurl"]),
    .executableTarget(name: "kal-sync", dependencies: ["WebClient"]),
    .target(name: "LineEditing"),
    .target(name: "Terminal", dependencies: ["LineEditing", "Model", "Platform"]),
    .target(name: "LineProtocol", dependencies: ["JSON"]),
    .target(name: "JSCalendar", dependencies: ["JSON", "ICalendar", "Model"]),
    .systemLibrary(
      name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "Store", dependencies: ["Locking", "ICalendar", "Model", "CSQLite"]),
    .target(name: "Interchange", dependencies: ["JSON", "ICalendar", "VCard", "JSCalendar", "Store"]),
    .target(name: "Editing", dependencies: ["ICalendar", "Store", "Interchange"]),
    .target(
      name: "Sync",
      dependencies: ["Platform", "ICalendar", "SyncCore", "Transport", "Store", "Interchange"]),
    .target(name: "QueryLanguage", dependencies: ["CivilTime"]),
    .target(name: "QueryEngine", dependencies: ["JSON", "Store", "QueryLanguage"]),
    .target(name: "Changes", dependencies: ["JSON", "Editing", "QueryEngine"]),
    .target(name: "Forms", dependencies: ["JSON", "Platform", "Changes"]),
    .systemLibrary(
      name: "CReadline", providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    .systemLibrary(name: "CEditline", providers: [.apt(["libedit-dev"])]),
    .target(
      name: "LineEditor",
      dependencies: [
        "LineEditing", "CReadline", .target(name: "CEditline", condition: .when(traits: ["Libedit"])),
      ]),
    .target(name: "Settings", dependencies: ["Platform", "Terminal", "Store", "QueryLanguage"]),
    .target(name: "Colors"),
    .target(name: "CoreLocation"),
    .target(name: "MapKit", dependencies: ["CoreLocation"]),
    .target(
      name: "EventKit",
      dependencies: [
        "Colors", "CoreLocation", "MapKit", "Platform", "Terminal", "Editing", "Sync", "QueryEngine", "Settings",
      ]),
    .target(name: "KalendsExtensions", dependencies: ["Editing", "EventKit"]),
    .target(name: "KalendsKit", dependencies: ["KalendsExtensions"]),
    .target(name: "Dialogs", dependencies: ["Platform", "Terminal", "QueryEngine", "Forms"]),
    .target(name: "UIKit", dependencies: ["Platform", "Terminal", "Colors"]),
    .target(
      name: "EventKitUI",
      dependencies: [
        "Platform", "Terminal", "Editing", "QueryEngine", "Forms", "Dialogs", "EventKit", "UIKit",
      ]),
    .target(name: "Rendering", dependencies: ["JSON", "Terminal", "Changes"]),
    .target(
      name: "Help",
      dependencies: ["Platform", "Transport", "Store", "QueryLanguage", "Settings", "Rendering"]),
    .target(
      name: "Interaction",
      dependencies: ["Platform", "QueryEngine", "Dialogs", "LineEditor", "Rendering"]),
    .target(
      name: "EventKitReadline",
      dependencies: ["Platform", "Terminal", "Forms", "Dialogs", "LineEditor", "UIKit", "EventKitUI"]),
    .target(
      name: "Statements",
      dependencies: [
        "JSON", "Platform", "Interchange", "Sync", "Changes", "Forms", "Settings", "Rendering", "Help",
      ]),
    .target(
      name: "Server",
      dependencies: [
        "Platform", "LineProtocol", "Editing", "QueryEngine", "Settings", "Rendering", "Help", "Statements",
      ]),
    .target(
      name: "Shell",
      dependencies: [
        "Platform", "QueryEngine", "LineEditor", "Settings", "Rendering", "Help", "Interaction", "Statements",
        "Server",
      ]),
    .target(name: "CStartup"),
    .executableTarget(name: "kal", dependencies: ["Shell", "CStartup"]),

    .target(name: "TestSupport", dependencies: ["CivilTime"], path: "Tests/TestSupport"),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime", "TestSupport"]),
    .testTarget(
      name: "RecurrenceTests", dependencies: ["CivilTime", "Recurrence", "TestSupport"], exclude: ["Data"]),
    .testTarget(
      name: "ICalendarTests",
      dependencies: ["CivilTime", "ICalendar", "TestSupport"]),
    .testTarget(
      name: "VCardTests",
      dependencies: ["CivilTime", "Recurrence", "ICalendar", "VCard"]),
    .testTarget(
      name: "ModelTests",
      dependencies: ["CivilTime", "Recurrence", "ICalendar", "Model", "TestSupport"]),
    .testTarget(
      name: "SyncCoreTests",
      dependencies: ["CivilTime", "Recurrence", "ICalendar", "Model", "SyncCore", "TestSupport"]),
    .testTarget(
      name: "TransportTests", dependencies: ["Platform", "Transport", "kal-sync", "TestSupport"]),
    .testTarget(name: "LineProtocolTests", dependencies: ["JSON", "LineProtocol", "TestSupport"]),
    .testTarget(
      name: "JSCalendarTests",
      dependencies: ["JSON", "CivilTime", "Recurrence", "ICalendar", "Model", "JSCalendar", "TestSupport"]),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "Locking", "CivilTime", "ICalendar", "Model", "Store", "Interchange", "TestSupport",
      ], exclude: ["Data"]),
    // The library of items that the store's tests fill is theirs too.
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "Locking", "CivilTime", "ICalendar", "Model", "Store", "Interchange", "StoreTests", "TestSupport",
      ]),
    .testTarget(
      name: "EditingTests",
      dependencies: [
        "Locking", "CivilTime", "Recurrence", "ICalendar", "Model", "Store", "Interchange", "Editing",
        "TestSupport",
      ]),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "Locking", "CivilTime", "Platform", "ICalendar", "Model", "SyncCore", "Transport", "Store",
        "Interchange", "Editing", "Sync", "kal-sync", "TestSupport",
      ]),
    .testTarget(
      name: "QueryLanguageTests", dependencies: ["CivilTime", "QueryLanguage", "TestSupport"]),
    .testTarget(
      name: "QueryEngineTests",
      dependencies: [
        "Locking", "CivilTime", "Model", "Store", "Interchange", "QueryLanguage", "QueryEngine",
        "TestSupport",
      ]),
    // The clock and the store of the query engine's tests are theirs too.
    .testTarget(
      name: "ChangesTests",
      dependencies: [
        "JSON", "CivilTime", "Recurrence", "ICalendar", "Model", "Store", "Editing", "QueryLanguage",
        "QueryEngine", "Changes", "QueryEngineTests", "TestSupport",
      ]),
    // A program as it is written for Apple's EventKit, which tests run.
    .executableTarget(
      name: "conference-provider", dependencies: ["EventKit", "KalendsExtensions"],
      path: "Samples/eventkit/conference-provider", exclude: ["README.md"]),
    .testTarget(
      name: "EventKitTests",
      dependencies: [
        "CivilTime", "ICalendar", "Model", "Store", "Interchange", "Editing", "Sync", "QueryLanguage",
        "QueryEngine", "EventKit", "KalendsExtensions", "TestSupport", "conference-provider",
      ], exclude: ["Interface.md"]),
    // Empty, as the testing library looks for a module of this name where a test sees one called UIKit.
    .target(name: "_Testing_UIKit", path: "Tests/TestingUIKit"),
    .testTarget(
      name: "EventKitUITests",
      dependencies: [
        "Platform", "Terminal", "CivilTime", "Model", "Store", "Interchange", "Editing", "Forms", "EventKit",
        "UIKit", "EventKitUI", "_Testing_UIKit", "TestSupport",
      ]),
    .testTarget(
      name: "FormsTests",
      dependencies: [
        "CivilTime", "Model", "Store", "Editing", "QueryLanguage", "QueryEngine", "Changes", "Forms",
        "TestSupport",
      ]),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Terminal", "Platform", "Locking", "JSON", "CivilTime", "ICalendar", "Model", "Store", "Interchange",
        "Editing",
        "QueryLanguage", "QueryEngine", "LineProtocol", "Forms", "Settings", "Rendering", "Help",
        "Dialogs", "Interaction", "Sync",
        "Statements", "Server", "Shell", "LineEditor", "TestSupport",
      ]),
    .testTarget(name: "ProtocolTests", dependencies: ["JSON", "kal", "TestSupport"]),
    // What the tests and libFuzzer (`Tests/Fuzzing`, a package of its own) give inputs to.
    .target(
      name: "FuzzDrivers",
      dependencies: [
        "JSON", "CivilTime", "Recurrence", "ICalendar", "VCard", "Model", "LineProtocol", "Store", "Editing",
        "QueryLanguage", "QueryEngine", "Changes", "Forms",
      ], path: "Tests/Fuzzing/Sources/FuzzDrivers"),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Terminal", "Platform", "LineEditor", "Settings", "Help", "Statements", "Shell", "FuzzDrivers",
        "TestSupport",
      ],
      path: "Tests/Fuzzing/Tests"),
    .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// Programs as they are written for Apple's EventKit, which tests run and compare.
for program in [
  "alarms", "batches", "calendars", "changes", "events", "first", "guide", "model", "permission", "reminders",
  "series",
] {
  package.targets.append(
    .executableTarget(
      name: "eventkit-" + program, dependencies: ["EventKit"], path: "Samples/eventkit/" + program,
      exclude: ["expected.txt"]))
}

// Those with forms, in the language mode that such programs are written in.
for program in [
  "edit-event", "view-event", "choose-calendars", "prefilled-editor", "permission-at-first-write",
  "week-planner",
] {
  package.targets.append(
    .executableTarget(
      name: program, dependencies: ["UIKit", "EventKit", "EventKitUI"], path: "Samples/eventkit/" + program,
      swiftSettings: [.swiftLanguageMode(.v5)]))
}

#if !os(Linux)
  // Apple's systems have these frameworks themselves; of the extensions, what needs a store of Kalends stays away.
  let apples: Set = [
    "Colors", "CoreLocation", "MapKit", "UIKit", "EventKit", "EventKitUI", "EventKitReadline", "KalendsKit",
    "conference-provider", "EventKitTests", "EventKitUITests", "_Testing_UIKit",
  ]
  package.targets.removeAll { target in
    apples.contains(target.name) || target.path?.hasPrefix("Samples/eventkit/") == true
  }
  package.products.removeAll { apples.contains($0.name) }
  for target in package.targets {
    target.dependencies.removeAll { dependency in
      if case .byNameItem(let name, _) = dependency { apples.contains(name) } else { false }
    }
    if target.name == "KalendsExtensions" {
      target.dependencies = []
      target.exclude = ["OnKalends"]
    }
  }
#endif

// A room hands on the rooms that its face is written in (`Exports.swift`): who is built on it uses them too, and has to be
// built anew when they change. The package manager looks at what is declared alone, so it is told of them.
let handsOn = [
  "Platform": ["Locking"], "Recurrence": ["CivilTime"], "Model": ["Recurrence"],
  "Store": ["Locking", "Model"],
  "Editing": ["Store"], "QueryEngine": ["QueryLanguage", "Store"], "Changes": ["Editing", "QueryEngine"],
  "MapKit": ["CoreLocation"], "EventKit": ["Colors", "CoreLocation"], "KalendsExtensions": ["EventKit"],
  "KalendsKit": ["KalendsExtensions"], "UIKit": ["Colors"], "EventKitUI": ["EventKit", "UIKit"],
  "LineProtocol": ["JSON"], "Terminal": ["LineEditing"], "LineEditor": ["LineEditing"],
  "Rendering": ["Terminal"], "Interaction": ["Dialogs"],
  "Sync": ["SyncCore", "Transport"],
]

for target in package.targets {
  var names = target.dependencies.compactMap { dependency in
    if case .byNameItem(let name, _) = dependency { name } else { nil }
  }
  var next = 0
  while next < names.count {
    for room in handsOn[names[next]] ?? [] where !names.contains(room) {
      names.append(room)
      target.dependencies.append(.byName(name: room))
    }
    next += 1
  }
}
