// swift-tools-version: 6.2
import PackageDescription

// Tests of lists over SQLite files, in a separate package, because only the trait SQLite compiles what they test.
// The program calls itself for the tests with several processes. `make sqlite` runs it.
// LISTENGINE_TRAITS=all builds with the traits of the other packages of tests too, so that CI compiles the modules once.
let traits: Set<Package.Dependency.Trait> =
    Context.environment["LISTENGINE_TRAITS"] == "all" ? ["GTK", "SQLite", "PostgreSQL"] : ["SQLite"]

let package = Package(
    name: "SQLitePrograms",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: traits)],
    targets: [
        .executableTarget(
            name: "SQLiteTests",
            dependencies: [
                .product(name: "ListEngine", package: "ListEngine"),
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineDataTesting", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
