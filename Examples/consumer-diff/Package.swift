// swift-tools-version: 6.2
import PackageDescription

// A program that uses ListEngine as others do: by address and version, and only the differ. `make consumers` tags a
// clone and sets LISTENGINE_URL to it; without it, the package is the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0")
    } else {
        .package(name: "ListEngine", path: "../..")
    }

let package = Package(
    name: "ConsumerDiff",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "ConsumerDiff", dependencies: [.product(name: "ListEngineDiff", package: "ListEngine")])
    ]
)
