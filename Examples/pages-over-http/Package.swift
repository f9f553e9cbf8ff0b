// swift-tools-version: 6.2
import PackageDescription

// A list over the pages of a server, as a package of its own. It needs nothing but ListEngineData and Foundation.
// `make consumers` tags a clone and sets LISTENGINE_URL to it; without it, the package is the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0")
    } else {
        .package(name: "ListEngine", path: "../..")
    }

let package = Package(
    name: "PagesOverHTTP",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "PagesOverHTTP", dependencies: [.product(name: "ListEngineData", package: "ListEngine")])
    ]
)
