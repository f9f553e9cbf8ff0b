#if INSTRUCTIONS_ONLY
    import CallgrindRequests
    import Foundation

    /// Runs measures for Scripts/instructions.sh, which counts their instructions with callgrind.
    ///
    /// Usage: Benchmarks FILTER   the measures whose name contains FILTER
    ///        Benchmarks @FILE    the measures that a table names, one at the beginning of each line
    @main
    struct InstructionCounts {
        static func main() throws {
            let argument = CommandLine.arguments.dropFirst().first ?? ""
            var names = Areas.measures(Sizes(full: false)).map(\.fullName)
            if argument.hasPrefix("@") {
                let table = try String(contentsOfFile: String(argument.dropFirst()), encoding: .utf8)
                let wanted = Set(table.split(separator: "\n").compactMap { $0.split(separator: " ").first })
                names.removeAll { !wanted.contains($0[...]) }
            } else if !argument.isEmpty {
                names.removeAll { !$0.contains(argument) }
            }
            for name in names {
                // Made again, so that the measures before it have not changed its lists.
                let measure = Areas.measures(Sizes(full: false)).first { $0.fullName == name }
                if let measure { count(try measure.field(), measure) }
            }
        }

        private static func count(_ field: Field, _ measure: Measure) {
            guard let product = field.contestants.first(where: { $0.role == .product }) else { return }
            // All instances take their turns. Half of the edits insert, the other half remove.
            let calls = min(product.mostCalls, (measure.n ?? 0) <= 2_000 ? 128 : 16)
            for isCounted in [false, true] {
                product.before?(calls)
                if isCounted { callgrind_begin() }
                product.run(calls)
                if isCounted { callgrind_end("\(measure.fullName) \(calls * field.operationsPerCall)") }
            }
        }
    }
#endif
