// swift-tools-version: 6.2
import PackageDescription

// GRDB's observation of all rows of a table, as a rival of lists over SQLite files. Only `make bench-data GRDB=1` fetches and builds it.
let package = Package(
    name: "GRDBBenchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
    targets: [
        .executableTarget(name: "GRDBBenchmark", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])
    ],
    swiftLanguageModes: [.v6]
)
