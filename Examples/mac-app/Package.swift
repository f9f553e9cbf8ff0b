// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ListEngineMacExamples",
    platforms: [.macOS(.v13)],
    products: [.library(name: "ListEngineMacExamples", targets: ["ListEngineMacExamples"])],
    dependencies: [.package(name: "ListEngine", path: "../..")],
    targets: [
        .target(
            name: "ListEngineMacExamples",
            dependencies: [
                .product(name: "ListEngineAppKit", package: "ListEngine"),
                .product(name: "ListEngineSwiftUI", package: "ListEngine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
