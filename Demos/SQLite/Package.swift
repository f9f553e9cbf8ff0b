// swift-tools-version: 6.2
import PackageDescription

// Programs that show SQLite files, in a terminal or a window: le-table shows any table, le-chat a chat. A package of its own, because the
// other demos build without SQLite's headers. With the trait GTK the programs can show windows as well.
let listEngine = { Target.Dependency.product(name: $0, package: "ListEngine") }
let gtk = Target.Dependency.product(
    name: "ListEngineGTK", package: "ListEngine", condition: .when(traits: ["GTK"]))
let package = Package(
    name: "SQLiteDemos",
    platforms: [.macOS(.v13)],
    products: [
        .executable(name: "le-table", targets: ["le-table"]), .executable(name: "le-chat", targets: ["le-chat"]),
    ],
    traits: [.trait(name: "GTK", description: "The windows. They need GTK's headers (libgtk-4-dev).")],
    dependencies: [
        .package(
            name: "ListEngine", path: "../..",
            traits: ["SQLite", .trait(name: "GTK", condition: .when(traits: ["GTK"]))])
    ],
    targets: [
        // For both programs.
        .target(name: "FileReading", dependencies: [listEngine("ListEngineData"), listEngine("ListEngineSQLite")]),
        .target(name: "TerminalPanes", dependencies: [listEngine("ListEngineTerminal")]),
        // Everything but the drawing. The window shows text in columns as well.
        .target(name: "TableBrowser", dependencies: ["FileReading", listEngine("ListEngineTerminal")]),
        .target(name: "TableTerminal", dependencies: ["TableBrowser", "TerminalPanes"]),
        // Empty without the trait GTK.
        .target(name: "TableWindow", dependencies: ["TableBrowser", gtk]),
        .executableTarget(name: "le-table", dependencies: ["TableTerminal", "TableWindow"]),
        // Everything but the drawing.
        .target(name: "Chat", dependencies: ["FileReading"]),
        .target(name: "ChatTerminal", dependencies: ["Chat", "TerminalPanes"]),
        // Empty without the trait GTK.
        .target(name: "ChatWindow", dependencies: ["Chat", gtk]),
        .executableTarget(name: "le-chat", dependencies: ["ChatTerminal", "ChatWindow"]),
    ],
    swiftLanguageModes: [.v6]
)
