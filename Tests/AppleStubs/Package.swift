// swift-tools-version: 6.2
import PackageDescription

// The doubles of UIKit and AppKit, and the modules of this package built with them: here `canImport(UIKit)` is true. It is a separate
// package, because a target with that name in the root package would make it true everywhere. The folders of this package's
// modules in Sources are links.
//
// On Apple's systems ListEngineAdapters, ListEngineSwiftUI and SwiftUI are built for the one toolkit that exists there. Here they are
// built twice, for AppKit under other names, which the modules for AppKit import by the names without "ForAppKit".
func namesForAppKit(_ modules: String...) -> SwiftSetting {
    .unsafeFlags(modules.flatMap { ["-module-alias", "\($0)=\($0)ForAppKit"] })
}

let package = Package(
    name: "AppleStubs",
    targets: [
        .target(name: "CollectionViewRules"),
        .target(name: "UniformTypeIdentifiers"),
        .target(name: "UIKit", dependencies: ["CollectionViewRules", "UniformTypeIdentifiers"]),
        .target(name: "AppKit", dependencies: ["CollectionViewRules", "UniformTypeIdentifiers"]),
        .target(name: "SwiftUI", dependencies: ["CollectionViewRules", "UIKit"]),
        .target(
            name: "SwiftUIForAppKit", dependencies: ["CollectionViewRules", "AppKit"],
            swiftSettings: [.define("LISTENGINE_APPKIT")]),
        .target(
            name: "CListEngine", publicHeadersPath: "include",
            cSettings: [.headerSearchPath(".")]),
        .target(name: "ListEngineDiff", dependencies: ["CListEngine", "UIKit"]),
        .target(name: "ListEngineLayout", dependencies: ["CListEngine", "UIKit"]),
        .target(name: "ListEngine", dependencies: ["ListEngineDiff", "ListEngineLayout", "UIKit"]),
        .target(
            name: "ListEngineAdapters", dependencies: ["ListEngine", "ListEngineDiff", "ListEngineLayout", "UIKit"]),
        .target(
            name: "ListEngineUIKit",
            dependencies: ["ListEngine", "ListEngineAdapters", "UIKit", "UniformTypeIdentifiers"]),
        .target(
            name: "ListEngineSwiftUI", dependencies: ["ListEngine", "ListEngineUIKit", "SwiftUI", "UIKit"]),
        .target(
            name: "ListEngineCompatibility",
            dependencies: ["ListEngine", "ListEngineDiff", "ListEngineLayout", "UIKit"]),
        .target(
            name: "ListEngineCompatibilityUIKit",
            dependencies: ["ListEngineCompatibility", "ListEngineUIKit", "ListEngineAdapters", "UIKit"]),
        .target(
            name: "ListEngineAdaptersForAppKit",
            dependencies: ["ListEngine", "ListEngineDiff", "ListEngineLayout", "AppKit"],
            swiftSettings: [.define("LISTENGINE_APPKIT")]),
        .target(
            name: "ListEngineAppKit",
            dependencies: ["ListEngine", "ListEngineAdaptersForAppKit", "AppKit", "UniformTypeIdentifiers"],
            swiftSettings: [namesForAppKit("ListEngineAdapters")]),
        .target(
            name: "ListEngineSwiftUIForAppKit",
            dependencies: ["ListEngine", "ListEngineAppKit", "SwiftUIForAppKit", "AppKit"],
            swiftSettings: [.define("LISTENGINE_APPKIT"), namesForAppKit("SwiftUI", "ListEngineAdapters")]),
        .target(
            name: "ListEngineMacExamples",
            dependencies: ["ListEngineAppKit", "ListEngineSwiftUIForAppKit", "SwiftUIForAppKit", "AppKit"],
            swiftSettings: [namesForAppKit("SwiftUI", "ListEngineAdapters", "ListEngineSwiftUI")]),
        .target(
            name: "ListEngineExamples", dependencies: ["ListEngineUIKit", "ListEngineSwiftUI", "SwiftUI", "UIKit"]),
        .testTarget(
            name: "ListEngineUIKitTests",
            dependencies: ["ListEngineUIKit", "ListEngineAdapters", "ListEngineExamples", "UIKit"],
            // The toolchain has no overlay of Testing for a module with the name UIKit.
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
        .testTarget(
            name: "ListEngineSwiftUITests",
            dependencies: ["ListEngineSwiftUI", "ListEngineUIKit", "ListEngineExamples", "SwiftUI", "UIKit"],
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
        .testTarget(
            name: "ListEngineCompatibilityUIKitTests",
            dependencies: ["ListEngineCompatibilityUIKit", "UIKit"],
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
        .testTarget(
            name: "ListEngineAppKitTests",
            dependencies: ["ListEngineAppKit", "ListEngineAdaptersForAppKit", "AppKit"],
            swiftSettings: [
                .define("LISTENGINE_APPKIT"), .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
            ]),
        .testTarget(
            name: "ListEngineSwiftUIForAppKitTests",
            dependencies: [
                "ListEngineAppKit", "ListEngineSwiftUIForAppKit", "ListEngineMacExamples", "SwiftUIForAppKit", "AppKit",
            ],
            swiftSettings: [
                .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
                namesForAppKit("SwiftUI", "ListEngineAdapters", "ListEngineSwiftUI"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
