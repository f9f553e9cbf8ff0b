import Foundation

/// The reason why there is nothing to show.
public struct NoData: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) { self.description = description }
}

extension PackageRecord {
    /// The packages that apt on this machine knows; only their names, if its lists contain no descriptions.
    public static func installable() throws -> [PackageRecord] {
        let records = parse(try output(["apt-cache", "dumpavail"]))
        if !records.isEmpty { return records }
        let names = String(decoding: try output(["apt-cache", "pkgnames"]), as: UTF8.self)
        let plain = names.split(separator: "\n").map { PackageRecord(name: String($0), section: "packages") }
        if plain.isEmpty {
            throw NoData(description: "apt knows no packages: run apt-get update, or give --list FILE")
        }
        return plain
    }
}

/// What a command writes; nothing if it fails.
public func output(_ command: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do {
        try process.run()
    } catch {
        throw NoData(description: "\(command[0]) cannot be run: \(error)")
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? [UInt8](data) : []
}
