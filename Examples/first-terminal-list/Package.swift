// swift-tools-version: 6.2
import PackageDescription

// A list in a terminal, as a package of its own: a start for your own. `make consumers` tags a clone of ListEngine and
// sets LISTENGINE_URL to its address, which stands in for the published one; without it, the package is
// the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0")
    } else {
        .package(name: "ListEngine", path: "../..")
    }

let package = Package(
    name: "FirstTerminalList",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(name: "FirstTerminalList", dependencies: [.product(name: "ListEngineTerminal", package: "ListEngine")])
    ]
)
