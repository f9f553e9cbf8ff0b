// swift-tools-version: 6.2
import PackageDescription

// Programs that demonstrate the library. A separate package, so that users of the library resolve none of it.
let package = Package(
    name: "Demos",
    platforms: [.macOS(.v13)],
    // For the demo in a window, which is a package of its own: Window.
    products: [.library(name: "PackageBrowser", targets: ["PackageBrowser"])],
    dependencies: [.package(name: "ListEngine", path: "..")],
    targets: [
        .executableTarget(
            name: "Picture",
            dependencies: [
                .product(name: "ListEngineLayout", package: "ListEngine"),
                .product(name: "ListEngineTrace", package: "ListEngine"),
            ]),
        // The list of packages; `packages` shows it in a terminal.
        .target(
            name: "PackageBrowser",
            dependencies: [
                .product(name: "ListEngineTerminal", package: "ListEngine")
            ]),
        .executableTarget(name: "packages", dependencies: ["PackageBrowser"]),
        // Lines of standard input, of which the user chooses some; `le-pick` is the program.
        .target(name: "LinePicker", dependencies: [.product(name: "ListEngineTerminal", package: "ListEngine")]),
        .executableTarget(
            name: "le-pick",
            dependencies: ["LinePicker", .product(name: "ListEngineTerminal", package: "ListEngine")]),
        .testTarget(
            name: "PackageBrowserTests",
            dependencies: ["PackageBrowser", .product(name: "ListEngineTerminal", package: "ListEngine")],
            resources: [.copy("packages.txt"), .copy("keys.txt"), .copy("screens.txt")]),
        .testTarget(
            name: "LinePickerTests",
            dependencies: ["LinePicker", .product(name: "ListEngineTerminal", package: "ListEngine")]),
    ],
    swiftLanguageModes: [.v6]
)
