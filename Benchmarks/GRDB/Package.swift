// swift-tools-version: 6.2
import PackageDescription

// GRDB's observation of all rows of a table, next to a list over the same table. Only `make bench-data GRDB=1` fetches and builds it.
let package = Package(
    name: "GRDBBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ListEngine", path: "../..", traits: ["GRDB"]),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "GRDBBenchmark",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
                .product(name: "ListEngineGRDB", package: "ListEngine"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
