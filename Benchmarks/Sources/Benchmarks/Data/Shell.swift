import Foundation

/// Other programs, asked for what they know.
enum Shell {
    /// What a command prints. Throws `Skipped` where it is absent or fails; its complaints are not shown.
    static func output(_ command: String...) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Skipped("failed: \(command.joined(separator: " "))") }
        return data
    }
}

extension Data {
    /// The lines of a text, empty ones left out.
    var lines: [Substring] { String(decoding: self, as: UTF8.self).split(separator: "\n") }
}
