// swift-tools-version: 6.2
import PackageDescription

// Lists in a GTK window. A package of its own, because the other demos build without GTK's headers.
let package = Package(
    name: "Window",
    platforms: [.macOS(.v13)],
    products: [.library(name: "WindowBrowser", targets: ["WindowBrowser"])],
    dependencies: [.package(name: "ListEngine", path: "../..", traits: ["GTK"]), .package(path: "..")],
    targets: [
        .target(
            name: "WindowBrowser",
            dependencies: [
                .product(name: "ListEngineGTK", package: "ListEngine"),
                .product(name: "PackageBrowser", package: "Demos"),
            ]),
        .executableTarget(name: "browser", dependencies: ["WindowBrowser"]),
    ],
    swiftLanguageModes: [.v6]
)
