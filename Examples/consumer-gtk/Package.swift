// swift-tools-version: 6.2
import PackageDescription

// A window with a list, in a program that uses ListEngine as others do: by address and version, with its trait GTK.
// `make consumers` tags a clone and sets LISTENGINE_URL to it; without that the package stands beside its example.
let listEngine: Package.Dependency =
    if let url = Context.environment["LISTENGINE_URL"] {
        .package(url: url, from: "0.1.0", traits: ["GTK"])
    } else {
        .package(name: "ListEngine", path: "../..", traits: ["GTK"])
    }

let package = Package(
    name: "ConsumerGTK",
    platforms: [.macOS(.v13)],
    dependencies: [listEngine],
    targets: [
        .executableTarget(
            name: "ConsumerGTK", dependencies: [.product(name: "ListEngineGTK", package: "ListEngine")])
    ]
)
