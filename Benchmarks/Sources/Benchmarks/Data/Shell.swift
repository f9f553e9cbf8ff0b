import Foundation

/// Runs other programs and reads their output.
enum Shell {
    /// The output of a command. Throws `Skipped` if it is missing or fails; its error output is hidden.
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
    /// The lines of a text, without empty ones.
    var lines: [Substring] { String(decoding: self, as: UTF8.self).split(separator: "\n") }
}
