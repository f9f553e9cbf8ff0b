// swift-tools-version: 6.2
import PackageDescription

// A list in a window, as a package of its own with the trait GTK: a start for your own.
// `make consumers` tags a clone and sets LISTENGINE_URL to it; without it, the package is the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0", traits: ["GTK"])
    } else {
        .package(name: "ListEngine", path: "../..", traits: ["GTK"])
    }

let package = Package(
    name: "FirstWindow",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "FirstWindow", dependencies: [.product(name: "ListEngineGTK", package: "ListEngine")])
    ]
)
