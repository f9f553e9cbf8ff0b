import Foundation

/// The memory of a value: the size that it reports, and the growth of a separate process that makes the value and drops
/// the input.
enum Footprint {
    /// A value and its size in bytes as it reports it.
    typealias Made = (value: Any, bytes: Int)

    /// How the values are made, by full name. The first call loads what stays in memory anyway; the function that it
    /// returns makes the value.
    typealias Makers = [String: () throws -> () throws -> Made]

    /// A measure without times, only with bytes per item.
    static func measure(_ fullName: String) -> Measure? {
        guard let slash = fullName.lastIndex(of: "/"), let n = Int(fullName[slash...].dropFirst()) else { return nil }
        return Measure(String(fullName[..<slash]), n) {
            var field = Field()
            let bytes = try bytes(of: fullName)
            field.bytesPerItem = Double(bytes.own) / Double(n)
            field.extra["resident"] = .number(Double(bytes.resident) / Double(n))
            return field
        }
    }

    /// Runs another process of this program.
    private static func bytes(of name: String) throws -> (own: Int, resident: Int) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--footprint", name]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = output.split { $0.isWhitespace }.compactMap { Int($0) }
        guard numbers.count == 2 else {
            throw Skipped(output.isEmpty ? "the measuring process failed" : output)
        }
        return (numbers[0], numbers[1])
    }

    /// The work of that process: prints the value's own bytes and the growth of the process, or why there are none.
    static func run(_ name: String, in makers: Makers) {
        guard let make = makers[name] else {
            print("no footprint is known of \(name)")
            return
        }
        do {
            let makeValue = try make()
            returnFreeMemory()
            let before = residentBytes()
            let made = try makeValue()
            returnFreeMemory()
            let after = residentBytes()
            withExtendedLifetime(made.value) { print(made.bytes, max(0, after - before)) }
        } catch let skipped as Skipped {
            print(skipped.why)
        } catch {
            print("\(error)")
        }
    }

    /// Returns free memory that `malloc` keeps to the system, where possible.
    private static func returnFreeMemory() {
        typealias Trim = @convention(c) (Int) -> CInt
        guard let trim = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") else { return }
        _ = unsafeBitCast(trim, to: Trim.self)(0)
    }

    /// The resident memory of the process.
    static func residentBytes() -> Int {
        let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
