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
                .product(name: "ListEngineTerminal", package: "ListEngine"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "_RopeModule", package: "swift-collections"),
            ]
        ),
        .target(name: "CallgrindRequests"),
    ],
    swiftLanguageModes: [.v6]
)

// Libraries to compare with by name, in checkouts that Scripts/named-libraries.sh makes.
if let folder = Context.environment["LISTENGINE_LIBRARIES"] {
    for library in ["DifferenceKit", "ListDiff"] {
        package.dependencies.append(.package(path: folder + "/" + library))
        package.targets[0].dependencies.append(.product(name: library, package: library))
    }
    package.targets[0].swiftSettings = [.define("NAMED_LIBRARIES")]
}

// `make bench` builds in two parts, so that its first rows are shown early. LISTENGINE_BENCH=layouts leaves out what is not
// about layouts, LISTENGINE_BENCH=tables what no published table shows. Without it, everything is built. The first part
// compiles ListEngineDiff as well, because a core would be idle otherwise while ListEngineLayout is compiled.
//
// LISTENGINE_BENCH=instructions builds the measures whose instructions Scripts/instructions.sh counts, without other packages.
@MainActor func leaveOut(products: [String], sources: [String], define setting: String) {
    for target in package.targets where target.type == .executable {
        target.dependencies.removeAll {
            if case .productItem(let name, _, _, _) = $0 { products.contains(name) } else { false }
        }
        target.exclude = sources
        target.swiftSettings = (target.swiftSettings ?? []) + [.define(setting)]
    }
}
switch Context.environment["LISTENGINE_BENCH"] {
case "layouts":
    leaveOut(
        products: ["ListEngine", "ListEngineCompatibility", "ListEngineTerminal"],
        sources: ["Diff", "Kit", "Live", "Rivals/NamedLibraries.swift"],
        define: "LAYOUTS_ONLY")
case "tables":
    leaveOut(
        products: ["ListEngineCompatibility", "ListEngineTerminal"],
        sources: [
            "Kit/DescriptionDoors.swift", "Kit/LayoutableDoor.swift", "Kit/SectionControllerDoor.swift",
            "Kit/Terminal.swift",
        ],
        define: "TABLES_ONLY")
case "instructions":
    leaveOut(
        products: ["ArgumentParser", "CListEngine", "_RopeModule"],
        sources: [
            "Benchmarks.swift", "Diff/Diff.swift", "Diff/RealDiffs.swift", "Layout", "Live/AnchoredLists.swift",
            "Live/LiveDrift.swift", "Live/WidthChanges.swift", "Rivals",
        ]
            + ["DataFiles", "FileLists", "Fortunes", "Packages", "Shell", "Unihan", "UnihanLists", "Words"].map {
                "Data/\($0).swift"
            }
            + [
                "Chart", "FigureTable", "Footprint", "Journal", "Machine", "Progress", "Record", "ResultsFile", "Table",
                "Targets",
            ].map { "Harness/\($0).swift" },
        define: "INSTRUCTIONS_ONLY")
    package.dependencies.removeAll { if case .sourceControl = $0.kind { true } else { false } }
    package.targets[0].dependencies.append("CallgrindRequests")
default: break
}
