import ArgumentParser
import Foundation

/// Measures ListEngine against its rivals. `make bench` runs it.
@main
struct Benchmarks: ParsableCommand {
    @Option(help: "Only measures whose name, size included, matches this regular expression.")
    var filter: String?

    @Flag(help: "Also the sizes 10^7 and 10^9.")
    var full = false

    @Flag(help: "Only list the names.")
    var list = false

    @Option(help: "Where the results go, as JSON.")
    var results = ".bench/results.json"

    func run() throws {
        var measures = Areas.measures(Sizes(full: full))
        if let filter {
            let pattern = try Regex(filter)
            measures = measures.filter { $0.fullName.contains(pattern) }
        }
        if list {
            for measure in measures { print(measure.fullName) }
            return
        }
        print("ListEngine on \(Machine.description)")
        let table = Table()
        table.printHeader()
        var records: [Record] = []
        for measure in measures {
            do {
                let field = try measure.field()
                let record = Record(measure, field, Runner().run(field))
                table.printRow(record)
                records.append(record)
            } catch let skipped as Skipped {
                table.printSkipped(measure, why: skipped.why)
            }
        }
        try ResultsFile.write(records, to: results)
        print("results: \(results)")
    }
}
