// swift-tools-version: 6.2
import PackageDescription

// One program over an array, an SQLite file, a PostgreSQL server and the pages of a server. `make postgres` builds it and runs it.
// LISTENGINE_TRAITS=all: see Tests/PostgresPrograms.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["LISTENGINE_TRAITS"] == "all" ? ["GTK", "SQLite", "PostgreSQL"] : ["SQLite", "PostgreSQL"]

let package = Package(
    name: "OneList",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: traits)],
    targets: [
        .executableTarget(
            name: "OneList",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
                .product(name: "ListEnginePostgres", package: "ListEngine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
