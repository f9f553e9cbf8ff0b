import ArgumentParser
import Foundation

/// Measures ListEngine against its rivals. `make bench` runs it.
@main
struct Benchmarks: ParsableCommand {
    @Option(help: "All measures whose name, size included, matches this regular expression.")
    var filter: String?

    @Option(help: "No measure whose name matches this regular expression.")
    var except: String?

    @Flag(help: "All measures, and also the sizes 10^4, 10^7 and 10^9.")
    var full = false

    @Flag(help: "Only what the library promises something of; prints promises and figures side by side.")
    var check = false

    @Flag(help: "Only list the names.")
    var list = false

    @Flag(help: "Only checks that all who take part compute the same.")
    var agree = false

    @Option(help: "Where the results go, as JSON.")
    var results = ".bench/results.json"

    @Option(help: "Where the chart goes, as SVG.")
    var chart = ".bench/chart.svg"

    @Option(help: "A file whose tables of figures are replaced, between their marks. May be given several times.")
    var tables: [String] = []

    @Option(help: "Only calls the product so many times, for a profiler; see profiledStretch.")
    var profile: Int?

    @Option(help: .hidden)
    var footprint: String?

    func run() throws {
        if let footprint {
            Footprint.run(footprint, in: Areas.footprints)
            return
        }
        if agree {
            let wrong = try Agreement.check()
            for line in wrong { print(line) }
            print(wrong.isEmpty ? "all agree" : "\(wrong.count) differ")
            throw wrong.isEmpty ? ExitCode.success : ExitCode.failure
        }
        let measures = try chosenMeasures()
        if list {
            for measure in measures { print(measure.fullName) }
            return
        }
        if let profile {
            for measure in measures {
                guard let product = try measure.field().contestants.first(where: { $0.role == .product }) else {
                    continue
                }
                print("\(measure.fullName): \(profile) calls")
                Profile.product = product
                for _ in 0..<2 {
                    product.before?(profile)
                    profiledStretch(profile)
                }
            }
            return
        }
        print("ListEngine on \(Machine.description)")
        let records = try run(measures)
        if check { Targets.printTable(records) }
        try ResultsFile.write(records, to: results)
        let drawing = Chart(records: records)
        if !drawing.rows.isEmpty { try Data(drawing.svg().utf8).write(to: URL(fileURLWithPath: chart)) }
        if !tables.isEmpty { try FigureTable.write(records, to: tables) }
        print("results: \(results)" + (drawing.rows.isEmpty ? "" : ", chart: \(chart)"))
    }

    /// Without options, the rows of the published tables in their order, which take a few minutes.
    private func chosenMeasures() throws -> [Measure] {
        var measures = Areas.measures(Sizes(full: full))
        if let filter {
            let pattern = try Regex(filter)
            measures = measures.filter { $0.fullName.contains(pattern) }
        }
        if check {
            let names = Targets.measures
            measures = measures.filter { names.contains($0.fullName) }
        } else if filter == nil && !full {
            let places = FigureTable.places
            measures = measures.filter { places[$0.fullName] != nil }
            measures.sort { places[$0.fullName]! < places[$1.fullName]! }
        }
        if let except {
            let pattern = try Regex(except)
            measures.removeAll { $0.fullName.contains(pattern) }
        }
        return measures
    }

    private func run(_ measures: [Measure]) throws -> [Record] {
        let table = ResultsTable()
        table.printHeader()
        var records: [Record] = []
        for (index, measure) in measures.enumerated() {
            Progress.show("\(index + 1) of \(measures.count): \(measure.fullName)")
            defer { Progress.clear() }
            do {
                let field = try measure.field()
                let record = Record(measure, field, Runner().run(field))
                table.printRow(record)
                records.append(record)
            } catch let skipped as Skipped {
                table.printSkipped(measure, why: skipped.why)
            }
        }
        return records
    }
}

/// The part for a profiler to collect, with `--toggle-collect='*profiledStretch*'` of callgrind: warm calls, without
/// the set-up.
@inline(never)
func profiledStretch(_ calls: Int) {
    Profile.product?.run(calls)
}

private enum Profile {
    nonisolated(unsafe) static var product: Contestant?
}
