import Foundation

/// The memory that a value takes: what a process of its own grows by when it makes the value and drops the input.
enum Footprint {
    /// How the values are made, by name. The input is made inside, and gone when the closure returns.
    typealias Makers = [String: () throws -> Any]

    /// A measure without times, only with bytes an item.
    static func measure(_ name: String, _ n: Int) -> Measure {
        Measure(name, n) {
            var field = Field()
            field.bytesPerItem = try Double(bytes(of: "\(name)/\(n)")) / Double(n)
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
            let before = residentBytes()
            let value = try make()
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
