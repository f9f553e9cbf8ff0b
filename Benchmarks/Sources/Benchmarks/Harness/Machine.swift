import CListEngine
import Foundation

/// The machine on which the figures were measured.
enum Machine {
    /// Instruction set and provider of the C core, for example "avx2+simde".
    static let backend = String(cString: le_backend())

    static var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }

    /// Today, as in "2026-11-26".
    static var date: String { Date().formatted(.iso8601.year().month().day()) }

    static var description: String {
        "\(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores, backend \(backend)"
    }
}
