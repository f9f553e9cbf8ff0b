// swift-tools-version: 6.2
import PackageDescription

// UIKit's double, and the modules of this package built with it: here `canImport(UIKit)` is true. A package of its own, because
// a target with that name in the root package would make it true everywhere. The folders in Sources are links.
let package = Package(
    name: "AppleStubs",
    targets: [
        .target(name: "UIKit"),
        .target(
            name: "CListEngine", publicHeadersPath: "include",
            cSettings: [.headerSearchPath(".")]),
        .target(name: "ListEngineDiff", dependencies: ["CListEngine", "UIKit"]),
        .target(name: "ListEngineLayout", dependencies: ["CListEngine", "UIKit"]),
        .target(name: "ListEngineUIKit", dependencies: ["ListEngineDiff", "ListEngineLayout", "UIKit"]),
        .testTarget(
            name: "ListEngineUIKitTests", dependencies: ["ListEngineUIKit", "UIKit"],
            // The toolchain has no overlay of Testing for a module with the name UIKit.
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
