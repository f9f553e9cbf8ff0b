import Foundation

/// The memory that a value takes: what a process of its own grows by when it makes the value and drops the input.
enum Footprint {
    /// How the values are made, by full name. The first call loads what stays in memory anyway; what it answers makes
    /// the value from an input that is gone, or was there before, when the value is done.
    typealias Makers = [String: () throws -> () throws -> Any]

    /// A measure without times, only with bytes an item.
    static func measure(_ fullName: String) -> Measure? {
        guard let slash = fullName.lastIndex(of: "/"), let n = Int(fullName[slash...].dropFirst()) else { return nil }
        return Measure(String(fullName[..<slash]), n) {
            var field = Field()
            field.bytesPerItem = try Double(bytes(of: fullName)) / Double(n)
            return field
        }
    }

    /// Asks another process of this program.
    private static func bytes(of name: String) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--footprint", name]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let bytes = Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Skipped(output.isEmpty ? "the measuring process failed" : output)
        }
        return bytes
    }

    /// What that process does: prints the bytes, or why there are none.
    static func run(_ name: String, in makers: Makers) {
        guard let make = makers[name] else {
            print("no footprint is known of \(name)")
            return
        }
        do {
            let makeValue = try make()
            let before = residentBytes()
            let value = try makeValue()
            let after = residentBytes()
            withExtendedLifetime(value) { print(max(0, after - before)) }
        } catch let skipped as Skipped {
            print(skipped.why)
        } catch {
            print("\(error)")
        }
    }

    private static func residentBytes() -> Int {
        let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
