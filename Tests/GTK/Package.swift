// swift-tools-version: 6.2
import PackageDescription

// Tests of lists in windows. A program of its own and not a test bundle, because GTK's main loop runs on the main thread,
// where a test bundle waits. `make gtk` runs it on a display without a screen.
let package = Package(
    name: "GTKTests",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: ["GTK"])],
    targets: [
        .executableTarget(
            name: "GTKTests", dependencies: [.product(name: "ListEngineGTK", package: "ListEngine")])
    ],
    swiftLanguageModes: [.v6]
)
