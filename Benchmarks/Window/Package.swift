// swift-tools-version: 6.2
import PackageDescription

// Lists in windows, beside those of GTK. `make bench-window` runs it on a display without a screen.
let listEngineGTK = Target.Dependency.product(name: "ListEngineGTK", package: "ListEngine")
let package = Package(
    name: "WindowBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: ["GTK"])],
    targets: [
        // For GTK's flags.
        .target(name: "Rivals", dependencies: [listEngineGTK]),
        .executableTarget(name: "WindowBenchmark", dependencies: ["Rivals", listEngineGTK]),
        .executableTarget(name: "TableBenchmark", dependencies: ["Rivals", listEngineGTK]),
    ],
    swiftLanguageModes: [.v6]
)
