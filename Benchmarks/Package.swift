// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library do not resolve the dependencies of the benchmarks.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "ListEngine", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        // The rope rival.
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "CListEngine", package: "ListEngine"),
                .product(name: "ListEngine", package: "ListEngine"),
                .product(name: "ListEngineCompatibility", package: "ListEngine"),
                .product(name: "ListEngineDiff", package: "ListEngine"),
                .product(name: "ListEngineLayout", package: "ListEngine"),
                .product(name: "ListEngineReference", package: "ListEngine"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "_RopeModule", package: "swift-collections"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)

// LISTENGINE_BENCH=layouts builds the measures of layouts alone, in a third of the time: `make bench` runs them while it has
// not yet compiled the rest.
if Context.environment["LISTENGINE_BENCH"] == "layouts" {
    let lists = ["ListEngine", "ListEngineCompatibility", "ListEngineDiff"]
    for target in package.targets {
        target.dependencies.removeAll {
            if case .productItem(let name, _, _, _) = $0 { lists.contains(name) } else { false }
        }
        target.exclude = ["Diff", "Kit", "Live"]
        target.swiftSettings = [.define("LAYOUTS_ONLY")]
    }
}
