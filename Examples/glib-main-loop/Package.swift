// swift-tools-version: 6.2
import PackageDescription

// A program that runs GLib's main loop and the main actor, without GTK and without lists. `make consumers` tags a clone of
// ListEngine and sets LISTENGINE_URL to its address; without it, the package is the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0", traits: ["GLib"])
    } else {
        .package(name: "ListEngine", path: "../..", traits: ["GLib"])
    }

let package = Package(
    name: "GLibProgram",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "GLibProgram", dependencies: [.product(name: "GLibMainActor", package: "ListEngine")])
    ]
)
