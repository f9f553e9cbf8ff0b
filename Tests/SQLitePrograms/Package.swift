// swift-tools-version: 6.2
import PackageDescription

// Tests of lists over SQLite files, in a separate package, because only the trait SQLite compiles what they test.
// The program calls itself for the tests with several processes. `make sqlite` runs it.
let package = Package(
    name: "SQLitePrograms",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: ["SQLite"])],
    targets: [
        .executableTarget(
            name: "SQLiteTests", dependencies: [.product(name: "ListEngineSQLite", package: "ListEngine")])
    ],
    swiftLanguageModes: [.v6]
)
