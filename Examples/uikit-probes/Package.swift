// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "UIKitProbes",
    platforms: [.iOS(.v16)],
    targets: [
        .target(name: "UIKitProbes"),
        .testTarget(name: "UIKitProbesTests", dependencies: ["UIKitProbes"]),
    ],
    swiftLanguageModes: [.v6]
)
