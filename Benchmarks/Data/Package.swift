// swift-tools-version: 6.2
import PackageDescription

// Measures lists over SQLite files, and the same tasks in plain SQL. `make bench-data` runs it.
let package = Package(
    name: "DataBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: ["SQLite"])],
    targets: [
        .executableTarget(
            name: "DataBenchmark",
            dependencies: [
                .product(name: "ListEngine", package: "ListEngine"),
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
