// swift-tools-version: 6.2
import PackageDescription

// A list over an SQLite file, as a package of its own with the trait SQLite.
// `make consumers` tags a clone and sets LISTENGINE_URL to it; without it, the package is the one in this repository.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0", traits: ["SQLite"])
    } else {
        .package(name: "ListEngine", path: "../..", traits: ["SQLite"])
    }

let package = Package(
    name: "ConsumerSQLite",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "ConsumerSQLite",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
            ])
    ]
)
