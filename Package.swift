// swift-tools-version: 6.2
import PackageDescription

// One library product for each module, so that a program links only what it uses. The root package depends on
// no other package; benchmarks, demos and fuzzers are packages of their own.
let package = Package(
    name: "ListEngine",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16)],
    products: [
        .library(name: "ListEngine", targets: ["ListEngine"]),
        .library(name: "CListEngine", targets: ["CListEngine"]),
        .library(name: "ListEngineDiff", targets: ["ListEngineDiff"]),
        .library(name: "ListEngineLayout", targets: ["ListEngineLayout"]),
        .library(name: "ListEngineReference", targets: ["ListEngineReference"]),
    ],
    targets: [
        .target(
            name: "CListEngine",
            path: "CSources/CListEngine",
            publicHeadersPath: "include",
            cSettings: [
                .headerSearchPath("."),
                // SwiftPM leaves C asserts on in release builds.
                .define("NDEBUG", .when(configuration: .release)),
            ]
        ),
        .target(name: "ListEngine", dependencies: ["ListEngineDiff", "ListEngineLayout"]),
        .target(name: "ListEngineDiff", dependencies: ["CListEngine"]),
        .target(name: "ListEngineLayout", dependencies: ["CListEngine"]),
        .target(name: "ListEngineReference"),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "TestSupport", dependencies: ["CListEngine", "ListEngineReference"], path: "Tests/TestSupport"),
        .testTarget(
            name: "CListEngineTests",
            dependencies: ["CListEngine", "ListEngineReference", "TestSupport", "AllocationCounter"]),
        .testTarget(
            name: "ListEngineLayoutTests",
            dependencies: ["ListEngineLayout", "CListEngine", "TestSupport", "AllocationCounter"]),
        .testTarget(
            name: "ListEngineDiffTests",
            dependencies: ["ListEngineDiff", "ListEngineReference", "CListEngine", "TestSupport", "AllocationCounter"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// The collection view is plain Swift without laws of its own kind: optimised and sanitized runs, which take long to build,
// can leave its tests out.
if Context.environment["LISTENGINE_TESTS"] != "core" {
    package.targets.append(
        .testTarget(
            name: "ListEngineTests",
            dependencies: ["ListEngine", "ListEngineDiff", "ListEngineLayout", "TestSupport", "AllocationCounter"]))
}
