// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ListEngineExamples",
    platforms: [.iOS(.v16)],
    products: [.library(name: "ListEngineExamples", targets: ["ListEngineExamples"])],
    dependencies: [.package(name: "ListEngine", path: "../..")],
    targets: [
        .target(
            name: "ListEngineExamples",
            dependencies: [
                .product(name: "ListEngineUIKit", package: "ListEngine"),
                .product(name: "ListEngineSwiftUI", package: "ListEngine"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
