// swift-tools-version: 6.2
import PackageDescription

// One library product for each module, so that a program links only what it uses. The root package depends on
// no other package, unless the trait GRDB is enabled; benchmarks, demos and fuzzers are packages of their own.
let package = Package(
    name: "ListEngine",
    platforms: [.iOS(.v16), .macCatalyst(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
    products: [
        .library(name: "ListEngine", targets: ["ListEngine"]),
        .library(name: "ListEngineCompatibility", targets: ["ListEngineCompatibility"]),
        .library(name: "CListEngine", targets: ["CListEngine"]),
        .library(name: "ListEngineDiff", targets: ["ListEngineDiff"]),
        .library(name: "ListEngineLayout", targets: ["ListEngineLayout"]),
        .library(name: "ListEngineTerminal", targets: ["ListEngineTerminal"]),
        .library(name: "ListEngineData", targets: ["ListEngineData"]),
        // For tests of sources. No other product links it.
        .library(name: "ListEngineDataTesting", targets: ["ListEngineDataTesting"]),
        // Empty without the trait GTK.
        .library(name: "ListEngineGTK", targets: ["ListEngineGTK"]),
        // Empty without the trait SQLite.
        .library(name: "ListEngineSQLite", targets: ["ListEngineSQLite"]),
        // Empty without the trait GRDB, which includes SQLite.
        .library(name: "ListEngineGRDB", targets: ["ListEngineGRDB"]),
        // Empty without the trait PostgreSQL.
        .library(name: "ListEnginePostgres", targets: ["ListEnginePostgres"]),
        // Empty without the trait GLib, which GTK includes.
        .library(name: "GLibMainActor", targets: ["GLibMainActor"]),
        .library(name: "ListEngineTrace", targets: ["ListEngineTrace"]),
        .library(name: "ListEngineUIKit", targets: ["ListEngineUIKit"]),
        .library(name: "ListEngineAppKit", targets: ["ListEngineAppKit"]),
        .library(name: "ListEngineSwiftUI", targets: ["ListEngineSwiftUI"]),
        .library(name: "ListEngineCompatibilityUIKit", targets: ["ListEngineCompatibilityUIKit"]),
        .library(name: "ListEngineReference", targets: ["ListEngineReference"]),
    ],
    traits: [
        .trait(
            name: "GTK", description: "ListEngineGTK: lists in GTK 4 windows. Needs GTK's headers (libgtk-4-dev).",
            enabledTraits: ["GLib"]),
        .trait(
            name: "GLib",
            description: "GLibMainActor: GLib's main loop runs the main actor. Needs GLib's headers (libglib2.0-dev)."),
        .trait(
            name: "SQLite",
            description: "ListEngineSQLite: lists over SQLite files. Needs SQLite's headers (libsqlite3-dev)."),
        .trait(
            name: "GRDB", description: "ListEngineGRDB: lists over the databases of GRDB. Fetches GRDB.",
            enabledTraits: ["SQLite"]),
        .trait(
            name: "PostgreSQL",
            description: "ListEnginePostgres: lists over PostgreSQL servers. Needs libpq's headers (libpq-dev)."),
    ],
    // Neither fetched nor resolved without the trait, because each use of it has the trait as its condition.
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0")],
    targets: [
        .target(
            name: "CListEngine",
            path: "CSources/CListEngine",
            publicHeadersPath: "include",
            cSettings: [
                .headerSearchPath("."),
                // SwiftPM leaves C asserts on in release builds.
                .define("NDEBUG", .when(configuration: .release)),
            ]
        ),
        .target(name: "ListEngine", dependencies: ["ListEngineDiff", "ListEngineLayout"]),
        .target(name: "ListEngineCompatibility", dependencies: ["ListEngine"]),
        .target(name: "ListEngineDiff", dependencies: ["CListEngine"]),
        .target(name: "ListEngineLayout", dependencies: ["CListEngine"]),
        .target(name: "CListEngineTerminal", path: "CSources/CListEngineTerminal"),
        .target(name: "ListEngineTerminal", dependencies: ["ListEngine", "CListEngineTerminal"]),
        .target(name: "ListEngineData", dependencies: ["ListEngine", "ListEngineLayout", "CListEngine"]),
        .target(name: "ListEngineDataTesting", dependencies: ["ListEngineData"]),
        // A system library that nothing depends on is not looked for, so that other users of the package need neither GLib nor
        // GTK.
        .systemLibrary(
            name: "CGLib", path: "CSources/CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(
            name: "CGLibMainActor", dependencies: [.target(name: "CGLib", condition: .when(traits: ["GLib"]))],
            path: "CSources/CGLibMainActor"),
        .target(
            name: "GLibMainActor",
            dependencies: [
                .target(name: "CGLib", condition: .when(traits: ["GLib"])),
                .target(name: "CGLibMainActor", condition: .when(traits: ["GLib"])),
            ]),
        .systemLibrary(name: "CGTK", path: "CSources/CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .target(
            name: "CListEngineGTK", dependencies: [.target(name: "CGTK", condition: .when(traits: ["GTK"]))],
            path: "CSources/CListEngineGTK"),
        .target(
            name: "ListEngineGTK",
            dependencies: [
                "ListEngine", "ListEngineLayout", "GLibMainActor",
                .target(name: "CGTK", condition: .when(traits: ["GTK"])),
                .target(name: "CListEngineGTK", condition: .when(traits: ["GTK"])),
            ]),
        .systemLibrary(
            name: "CSQLite", path: "CSources/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "CListEngineSQLite", dependencies: [.target(name: "CSQLite", condition: .when(traits: ["SQLite"]))],
            path: "CSources/CListEngineSQLite", cSettings: [.define("LISTENGINE_SQLITE", .when(traits: ["SQLite"]))]),
        .target(
            name: "ListEngineSQLite",
            dependencies: [
                .target(name: "ListEngineData", condition: .when(traits: ["SQLite"])),
                .target(name: "ListEngineLayout", condition: .when(traits: ["SQLite"])),
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "CListEngineSQLite", condition: .when(traits: ["SQLite"])),
            ]),
        .target(
            name: "ListEngineGRDB",
            dependencies: [
                .target(name: "ListEngineData", condition: .when(traits: ["GRDB"])),
                .target(name: "ListEngineSQLite", condition: .when(traits: ["GRDB"])),
                .target(name: "CSQLite", condition: .when(traits: ["GRDB"])),
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
            ]),
        .systemLibrary(
            name: "CPostgreSQL", path: "CSources/CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "ListEnginePostgres",
            dependencies: [
                .target(name: "ListEngineData", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ]),
        .target(name: "ListEngineTrace", dependencies: ["ListEngineLayout"]),
        .target(name: "ListEngineReference"),
        // What the adapters for UIKit and AppKit share. These are empty where the toolkit is not; their tests are in
        // Tests/AppleStubs.
        .target(name: "ListEngineAdapters", dependencies: ["ListEngine", "ListEngineDiff", "ListEngineLayout"]),
        .target(name: "ListEngineUIKit", dependencies: ["ListEngine", "ListEngineAdapters"]),
        .target(name: "ListEngineAppKit", dependencies: ["ListEngine", "ListEngineAdapters"]),
        .target(name: "ListEngineSwiftUI", dependencies: ["ListEngine", "ListEngineUIKit", "ListEngineAppKit"]),
        .target(
            name: "ListEngineCompatibilityUIKit",
            dependencies: ["ListEngineCompatibility", "ListEngineUIKit", "ListEngineAdapters"]),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        // Declares the hooks that the core defines for tests.
        .target(
            name: "CListEngineTesting",
            dependencies: ["CListEngine"],
            path: "Tests/CListEngineTesting",
            cSettings: [.headerSearchPath("../../CSources/CListEngine")]
        ),
        .target(name: "TestSupport", dependencies: ["CListEngine", "ListEngineReference"], path: "Tests/TestSupport"),
        // What the tests of lists share.
        .target(
            name: "ListEngineTestSupport", dependencies: ["ListEngine"], path: "Tests/ListEngineTestSupport"),
        // The rounds of the benchmarks and their journal, which no product has. Their own package has no tests, because it would
        // compile all of ListEngine once more.
        .target(
            name: "BenchmarkHarness", path: "Benchmarks/Sources/Benchmarks/Harness",
            exclude: [
                "Areas.swift", "Chart.swift", "FigureTable.swift", "Footprint.swift", "Instances.swift",
                "InstructionCounts.swift", "Machine.swift", "ResultsFile.swift", "Table.swift", "Targets.swift",
            ]),
        .testTarget(name: "BenchmarkHarnessTests", dependencies: ["BenchmarkHarness"]),
        .testTarget(
            name: "CListEngineTests",
            dependencies: [
                "CListEngine", "CListEngineTesting", "ListEngineReference", "TestSupport", "AllocationCounter",
            ]),
        .testTarget(
            name: "ListEngineLayoutTests",
            dependencies: [
                "ListEngineLayout", "ListEngineTrace", "CListEngine", "TestSupport", "AllocationCounter",
            ]),
        .testTarget(
            name: "ListEngineTraceTests", dependencies: ["ListEngineTrace", "ListEngineLayout", "TestSupport"]),
        .testTarget(
            name: "ListEngineDiffTests",
            dependencies: ["ListEngineDiff", "ListEngineReference", "CListEngine", "TestSupport", "AllocationCounter"]),
        .testTarget(
            name: "ListEngineTests",
            dependencies: [
                "ListEngine", "ListEngineDiff", "ListEngineLayout", "ListEngineTestSupport", "TestSupport",
                "AllocationCounter",
            ]),
        .testTarget(
            name: "ListEngineTerminalTests",
            dependencies: ["ListEngineTerminal", "CListEngineTerminal", "ListEngineCompatibility", "TestSupport"]),
        .testTarget(
            name: "ListEngineDataTests",
            dependencies: [
                "ListEngineData", "ListEngineDataTesting", "ListEngineLayout", "ListEngineTestSupport", "TestSupport",
            ]),
        .testTarget(
            name: "ListEngineCompatibilityTests",
            dependencies: [
                "ListEngineCompatibility", "ListEngineDiff", "ListEngineLayout", "ListEngineTestSupport", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// Which tests are built: all, or with LISTENGINE_TESTS=
// - core: those of layouts and diffs. Optimised and sanitized builds, which take long, leave out the collection view,
//   plain Swift without laws of its own kind.
// - wrappers: of these the ones in Swift. The C core has tests in C as well.
// - programs: the random programs that call back into a list from its callbacks.
// - threads: those where threads meet, for ThreadSanitizer.
if Context.environment["LISTENGINE_TESTS"] != nil {
    package.targets.removeAll { $0.name.hasPrefix("BenchmarkHarness") }
}
switch Context.environment["LISTENGINE_TESTS"] {
case "core", "wrappers":
    let lists = [
        "ListEngine", "ListEngineCompatibility", "ListEngineGTK", "GLibMainActor", "ListEngineSQLite",
        "ListEngineGRDB", "ListEnginePostgres", "ListEngineAdapters",
        "ListEngineUIKit",
        "ListEngineAppKit", "ListEngineSwiftUI", "ListEngineCompatibilityUIKit", "ListEngineTerminal",
        "ListEngineData", "ListEngineDataTesting",
    ]
    package.dependencies = []
    package.products.removeAll { lists.contains($0.name) }
    package.targets.removeAll { target in
        lists.contains { [$0, $0 + "Tests", $0 + "TestSupport"].contains(target.name) }
    }
    if Context.environment["LISTENGINE_TESTS"] == "wrappers" {
        package.targets.removeAll { $0.name == "CListEngineTests" }
    }
case "programs":
    keepTests([
        "ListEngineTests": [
            "CallingBack/HostileList.swift", "CallingBack/HostileProgram.swift", "CallingBack/HostileSession.swift",
            "CallingBack/HostileSession+Actions.swift", "CallingBack/HostileSession+Edits.swift",
            "CallingBack/HostileSession+Stories.swift", "CallingBack/HostileSessionTests.swift", "CallingBack/Model",
            "CallingBack/ScreenHost.swift", "Support.swift",
        ]
    ])
case "threads":
    keepTests([
        "ListEngineDiffTests": ["ThreadTests.swift"],
        "ListEngineLayoutTests": ["SharingTests.swift"],
        "ListEngineTests": [
            "IdentifiedList.swift", "IdentitySessionTests.swift", "Interaction/ReorderingSessionTests.swift",
            "Measuring/MeasuredSessionTests.swift", "SessionTests.swift", "Support.swift",
            "UpdateSchedulingTests.swift",
            "Versions/PreparedUpdateSchedulingTests.swift",
        ],
        "ListEngineCompatibilityTests": [
            "ListKit/Components.swift", "ListKit/DescriptionSessionTests.swift", "Support.swift",
        ],
    ])
default: break
}

@MainActor func keepTests(_ sources: [String: [String]]) {
    package.targets.removeAll { $0.isTest && sources[$0.name] == nil }
    for target in package.targets where target.isTest { target.sources = sources[target.name] }
}
