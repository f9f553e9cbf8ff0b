import Foundation
import PackageBrowser

// packages: browses the packages that apt on this machine knows.
//
//   --list FILE      the packages of a file instead, as `apt-cache dumpavail` writes them
//   --script FILE    presses the keys of a file and prints the screens, see Script
//   --size 80x24     columns and rows of the screens of a script
//   --picture FILE   draws the last screen of a script as an SVG picture

struct Usage: Error, CustomStringConvertible {
    var description: String {
        "usage: packages [--list FILE] [--script FILE [--size 80x24] [--picture FILE]]"
    }
}

struct Options {
    var list: String?
    var script: String?
    var picture: String?
    var size: (width: Int, height: Int) = (80, 24)

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Usage() }
            switch option {
            case "--list": list = value
            case "--script": script = value
            case "--picture": picture = value
            case "--size":
                guard let size = Script.size(value) else { throw Usage() }
                self.size = size
            default: throw Usage()
            }
        }
        if picture != nil, script == nil { throw Usage() }
    }
}

@MainActor
func run(_ options: Options) async throws {
    let packages =
        try options.list.map {
            PackageRecord.parse([UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))))
        }
        ?? PackageRecord.installable()
    if let script = options.script {
        let keys = try String(contentsOf: URL(fileURLWithPath: script), encoding: .utf8)
        let browser = Browser(packages, width: options.size.width, height: options.size.height)
        print(try Script.run(keys, on: browser), terminator: "")
        if let picture = options.picture {
            try Data(browser.screen().svg().utf8).write(to: URL(fileURLWithPath: picture))
        }
        return
    }
    let browser = Browser(packages, width: 80, height: 24)
    await browser.host.run()
}

do {
    try await run(try Options(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
