// swift-tools-version: 6.2
import PackageDescription

// Tests of lists over PostgreSQL servers, in a separate package, because only the trait PostgreSQL compiles what they test.
// `make postgres` starts a server for them.
// LISTENGINE_TRAITS=all builds with the traits of the other packages of tests too, so that CI compiles the modules once.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["LISTENGINE_TRAITS"] == "all" ? ["GTK", "SQLite", "PostgreSQL"] : ["SQLite", "PostgreSQL"]

let package = Package(
    name: "PostgresPrograms",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: traits)],
    targets: [
        .executableTarget(
            name: "PostgresTests",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineDataTesting", package: "ListEngine"),
                .product(name: "ListEnginePostgres", package: "ListEngine"),
            ]),
        // Examples/one-list, compiled with the modules of the tests.
        .executableTarget(
            name: "OneList",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
                .product(name: "ListEnginePostgres", package: "ListEngine"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
