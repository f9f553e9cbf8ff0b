// swift-tools-version: 6.2
import PackageDescription

// Tests of lists over the databases of GRDB, in a separate package, because only the trait GRDB compiles what they test, and
// fetches GRDB. `make grdb` runs it.
let package = Package(
    name: "GRDBPrograms",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ListEngine", path: "../..", traits: ["GRDB"]),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "GRDBTests",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineDataTesting", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
                .product(name: "ListEngineGRDB", package: "ListEngine"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
