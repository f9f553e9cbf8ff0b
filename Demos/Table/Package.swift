// swift-tools-version: 6.2
import PackageDescription

// le-table shows the tables of SQLite files. A package of its own, because the other demos build without SQLite's headers. With the
// trait GTK the program can show a window as well.
let package = Package(
    name: "Table",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "le-table", targets: ["le-table"])],
    traits: [.trait(name: "GTK", description: "The window of le-table. Needs GTK's headers (libgtk-4-dev).")],
    dependencies: [
        .package(
            name: "ListEngine", path: "../..",
            traits: ["SQLite", .trait(name: "GTK", condition: .when(traits: ["GTK"]))])
    ],
    targets: [
        // Everything but the drawing.
        .target(
            name: "TableBrowser",
            dependencies: [
                .product(name: "ListEngineData", package: "ListEngine"),
                .product(name: "ListEngineSQLite", package: "ListEngine"),
                // Texts in columns, which the window shows as well.
                .product(name: "ListEngineTerminal", package: "ListEngine"),
            ]),
        .target(
            name: "TableTerminal",
            dependencies: ["TableBrowser", .product(name: "ListEngineTerminal", package: "ListEngine")]),
        // Empty without the trait GTK.
        .target(
            name: "TableWindow",
            dependencies: [
                "TableBrowser",
                .product(name: "ListEngineGTK", package: "ListEngine", condition: .when(traits: ["GTK"])),
            ]),
        .executableTarget(name: "le-table", dependencies: ["TableTerminal", "TableWindow"]),
    ],
    swiftLanguageModes: [.v6]
)
