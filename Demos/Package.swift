// swift-tools-version: 6.2
import PackageDescription

// Programs that show the library. A package of their own, so that users of the library resolve none of it.
let package = Package(
    name: "Demos",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "..")],
    targets: [
        .executableTarget(
            name: "Picture", dependencies: [.product(name: "ListEngineLayout", package: "ListEngine")])
    ],
    swiftLanguageModes: [.v6]
)
