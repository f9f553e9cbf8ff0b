// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "UIKitProbes",
    platforms: [.iOS(.v16)],
    // Xcode makes a scheme for each product.
    products: [.library(name: "UIKitProbes", targets: ["UIKitProbes"])],
    targets: [
        .target(name: "UIKitProbes"),
        .testTarget(name: "UIKitProbesTests", dependencies: ["UIKitProbes"]),
    ],
    swiftLanguageModes: [.v6]
)
