// swift-tools-version: 6.2
import PackageDescription

// A program that uses ListEngine as others do: by address and version, and only its layouts. `make consumers` tags a
// clone and sets LISTENGINE_URL to it; without it, the package is the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0")
    } else {
        .package(name: "ListEngine", path: "../..")
    }

let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "Consumer", dependencies: [.product(name: "ListEngineLayout", package: "ListEngine")])
    ]
)
