// swift-tools-version: 6.2
import PackageDescription

// Fuzzers on libFuzzer, in a separate package: `Scripts/fuzz.sh snapshots 60` runs one for a minute.
let fuzzer: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])]

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ListEngine", path: "..")],
    targets: [
        .executableTarget(
            name: "FuzzSnapshots",
            dependencies: [
                .product(name: "ListEngineDiff", package: "ListEngine"),
                .product(name: "ListEngineReference", package: "ListEngine"),
            ],
            swiftSettings: fuzzer,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
        ),
        // The generator and the comparison of the law tests: links to their sources.
        .target(
            name: "TestSupport",
            dependencies: [
                .product(name: "CListEngine", package: "ListEngine"),
                .product(name: "ListEngineReference", package: "ListEngine"),
            ]
        ),
        .executableTarget(
            name: "FuzzLayouts",
            dependencies: [
                "TestSupport",
                .product(name: "ListEngineLayout", package: "ListEngine"),
                .product(name: "ListEngineReference", package: "ListEngine"),
            ],
            swiftSettings: fuzzer,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
        ),
    ],
    swiftLanguageModes: [.v6]
)
