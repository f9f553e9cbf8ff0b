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

    @Option(help: "The measures of a full run that was ended. The next full run of the same program continues with it.")
    var journal = ".bench/journal.jsonl"

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
        let journal = try openJournal(measures.count)
        let records = try run(measures, journal)
        if check { Targets.printTable(records) }
        try ResultsFile.write(records, to: results)
        let drawing = Chart(records: records)
        if !drawing.rows.isEmpty { try Data(drawing.svg().utf8).write(to: URL(fileURLWithPath: chart)) }
        if !tables.isEmpty { try FigureTable.write(records, to: tables) }
        print("results: \(results)" + (drawing.rows.isEmpty ? "" : ", chart: \(chart)"))
        // After all is written, so that a full disk loses nothing.
        try journal?.remove()
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

    private func run(_ measures: [Measure], _ journal: Journal?) throws -> [Record] {
        let table = ResultsTable()
        table.printHeader()
        let runner = full ? Runner.full : Runner()
        var remaining = Remaining()
        for measure in measures {
            if let entry = journal?.done[measure.fullName] { remaining.add(measure, seconds: entry.seconds) }
        }
        var records: [Record] = []
        for (index, measure) in measures.enumerated() {
            let entry: Journal.Entry
            if let before = journal?.done[measure.fullName] {
                entry = before
            } else {
                let left = measures[index...].lazy.filter { journal?.done[$0.fullName] == nil }
                let time = remaining.text(for: left).map { ", " + $0 } ?? ""
                Progress.show("\(index + 1) of \(measures.count)\(time): \(measure.fullName)")
                defer { Progress.clear() }
                entry = try take(measure, runner)
                remaining.add(measure, seconds: entry.seconds)
                // What was skipped is tried again: its data may be installed by then.
                if entry.record != nil { try journal?.add(entry) }
            }
            if let record = entry.record {
                table.printRow(record)
                records.append(record)
            } else {
                table.printSkipped(measure, why: entry.skipped ?? "")
            }
        }
        return records
    }

    private func take(_ measure: Measure, _ runner: Runner) throws -> Journal.Entry {
        let start = Clock.now()
        func entry(_ record: Record?, skipped: String? = nil) -> Journal.Entry {
            Journal.Entry(
                measure: measure.fullName, seconds: Double(Clock.now() - start) / 1e9, record: record, skipped: skipped)
        }
        do {
            let field = try measure.field()
            return entry(Record(measure, field, runner.run(field)))
        } catch let skipped as Skipped {
            return entry(nil, skipped: skipped.why)
        }
    }

    /// Only a run of all measures is continued: others are short.
    private func openJournal(_ count: Int) throws -> Journal? {
        guard full && !check && filter == nil && except == nil else { return nil }
        let key = try Journal.key(program: CommandLine.arguments[0], machine: Machine.description)
        let journal = try Journal(at: self.journal, key: key, today: Machine.date)
        if let message = journal.message { print(message) }
        if !journal.done.isEmpty {
            print(
                "\(journal.done.count) of \(count) measures are from \(self.journal), which a run of \(journal.begun) has left"
            )
        }
        return journal
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
