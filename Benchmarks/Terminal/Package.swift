// swift-tools-version: 6.2
import PackageDescription

// A table in a terminal, which Scripts/comparison.py runs next to the programs in Rivals.
let package = Package(
    name: "TerminalTable",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "ListEngine", path: "../..")],
    targets: [
        .executableTarget(
            name: "TerminalTable",
            dependencies: [
                .product(name: "ListEngine", package: "ListEngine"),
                .product(name: "ListEngineTerminal", package: "ListEngine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
