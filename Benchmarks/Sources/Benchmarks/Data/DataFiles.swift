import Foundation

/// Real input from packages on the machine, unpacked once into `.bench/data`.
enum DataFiles {
    static let folder = ".bench/data"

    /// The bytes of a file. Throws the reason if it is not available.
    static func read(_ path: String, of package: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Skipped("\(path) is absent (Debian package \(package))")
        }
        return [UInt8](data)
    }

    /// The bytes of a file that exists as `path` + ".bz2" or plain. Unpacks with bzip2 at the first call.
    static func readUnpacked(_ path: String, of package: String) throws -> [UInt8] {
        if FileManager.default.fileExists(atPath: path) { return try read(path, of: package) }
        let packed = path + ".bz2"
        guard FileManager.default.fileExists(atPath: packed) else {
            throw Skipped("\(packed) is absent (Debian package \(package))")
        }
        let unpacked = folder + "/" + (path as NSString).lastPathComponent
        if !FileManager.default.fileExists(atPath: unpacked) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // Under another name until it is complete, so that an interrupted run leaves no partial file.
            try run("bzip2 -dc '\(packed)' > '\(unpacked).part' && mv '\(unpacked).part' '\(unpacked)'")
        }
        return try read(unpacked, of: package)
    }

    private static func run(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Skipped("failed: \(command)") }
    }
}
