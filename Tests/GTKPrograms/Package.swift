// swift-tools-version: 6.2
import PackageDescription

// Tests of lists in windows. A program of its own and not a test bundle, because GTK's main loop runs on the main thread,
// where a test bundle waits. `make gtk` runs it on a display without a screen.
//
// SwiftPM names a package after its folder, in any case, and refuses two packages of one name: this folder must not have a name
// that a checkout of the repository is likely to have.
// LISTENGINE_TRAITS=all: see Tests/SQLitePrograms.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["LISTENGINE_TRAITS"] == "all" ? ["GTK", "SQLite", "PostgreSQL"] : ["GTK"]

let package = Package(
    name: "GTKPrograms",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ListEngine", path: "../..", traits: traits), .package(path: "../../Demos/Window"),
    ],
    targets: [
        .target(
            name: "GTKTestSupport", dependencies: [.product(name: "ListEngineGTK", package: "ListEngine")]),
        .target(name: "Signals", dependencies: [.product(name: "ListEngineGTK", package: "ListEngine")]),
        .executableTarget(
            name: "GTKTests",
            dependencies: ["GTKTestSupport", "Signals", .product(name: "ListEngineGTK", package: "ListEngine")]),
        .executableTarget(
            name: "MainLoopTests",
            dependencies: ["GTKTestSupport", .product(name: "GLibMainActor", package: "ListEngine")]),
        // The samples of Demos/Window.
        .executableTarget(
            name: "SampleTests", dependencies: ["GTKTestSupport", .product(name: "WindowBrowser", package: "Window")]),
    ],
    swiftLanguageModes: [.v6]
)
