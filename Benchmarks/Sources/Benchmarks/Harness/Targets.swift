/// The promises of this library for a million items on one thread, and the result of a run. `--check` prints it.
enum Targets {
    enum Quantity {
        /// The median, in nanoseconds; and how many times faster than the best rival.
        case time(_ atMost: Double, advantage: Double? = nil)
        /// The 99th percentile of single edits, relative to the median.
        case tail(_ atMost: Double)
        /// The worst single edit, in nanoseconds.
        case worst(_ atMost: Double)
        /// The time for ten times the items, relative to that of the smaller size.
        case growth(_ atMost: Double)
        /// Bytes per item, and total bytes.
        case bytesPerItem(_ atMost: Double)
        case bytes(_ atMost: Double)
        /// A fact that the measure reports besides its times.
        case fact(_ name: String, _ atMost: Double)
    }

    /// The full name of a measure and its promise.
    typealias Target = (measure: String, quantity: Quantity)

    static let all: [Target] = times + tails + growth + memory + diffs + live + lists

    private static let times: [Target] = [
        ("layout.list.prepare/varied/1000000", .time(0.9e6, advantage: 2)),
        ("layout.flow.prepare/varied/1000000", .time(flowPrepare, advantage: 8)),
        ("layout.grid.prepare/uniform/1000000", .time(1e3)),
        ("layout.grid.prepare/uniform/1000000000", .time(1e3)),
        ("layout.list.prepare/runs/1000000", .time(1e3)),
        ("layout.list.prepare/runs/1000000000", .time(1e3)),
        ("layout.list.frames/varied/1000000", .time(1.1e6, advantage: 2)),
        ("layout.list.framesfloat/varied/1000000", .time(0.6e6, advantage: 2)),
        ("layout.flow.frames/varied/1000000", .time(3e6, advantage: 2)),
        ("layout.list.query/varied/1000000", .time(400, advantage: 2)),
        ("layout.list.scroll/varied/1000000", .time(150, advantage: 2)),
        ("layout.grid.query/uniform/1000000", .time(400, advantage: 2)),
        ("layout.grid.scroll/uniform/1000000", .time(150, advantage: 2)),
        ("layout.flow.query/varied/1000000", .time(800, advantage: 2)),
        ("layout.flow.scroll/varied/1000000", .time(400, advantage: 2)),
        ("layout.waterfall.prepare/varied/1000000", .time(2.6e6, advantage: 2)),
        ("layout.waterfall.query/varied/1000000", .time(800)),
        ("layout.compositional.prepare/nested/1000000", .time(5e3)),
        ("layout.compositional.query/nested/1000000", .time(1_500)),
        ("layout.compositional.frame/grid/1000000", .time(60)),
        ("layout.compositional.measure/list/1000000", .time(500)),
        ("layout.compositional.prepare/sections/100000", .time(30e6)),
        ("layout.compositional.query/sections/100000", .time(2e3)),
        ("layout.list.resize/varied/1000000", .time(150, advantage: 2)),
        ("layout.list.insert/varied/1000000", .time(150, advantage: 2)),
        ("layout.list.delete/varied/1000000", .time(150, advantage: 2)),
        ("layout.list.resize/varied/10000000", .time(450, advantage: 2)),
        ("layout.list.insert/varied/10000000", .time(450, advantage: 2)),
        ("layout.list.delete/varied/10000000", .time(450, advantage: 2)),
        ("layout.list.insert1000/varied/1000000", .time(2_500, advantage: 10)),
        ("layout.list.delete1000/varied/1000000", .time(2_500, advantage: 10)),
        ("layout.list.script/varied/1000000", .time(2.5e6, advantage: 10)),
        ("layout.flow.resize/varied/1000000", .time(700, advantage: 2_000)),
        ("layout.flow.insert/varied/1000000", .time(1_300, advantage: 2_000)),
        ("layout.flow.resize/narrow/1000000", .time(700, advantage: 2_000)),
        ("layout.flow.insert/narrow/1000000", .time(1_300, advantage: 2_000)),
        ("layout.list.copy/varied/1000000", .time(3e3)),
        ("layout.main.copy/unihan-codepoint/1437651", .time(3e3)),
        ("layout.main.prepare/unihan-codepoint/1437651", .time(25e6)),
        ("layout.main.prepareeach/unihan-codepoint/1437651", .time(60e6)),
        ("layout.main.query/unihan-codepoint/1437651", .time(1e3)),
        ("layout.main.move/unihan-codepoint/1437651", .time(2e3)),
    ]

    /// Preparing a flow, by instruction set.
    private static var flowPrepare: Double {
        if Machine.backend.hasPrefix("avx512") { return 1.0e6 }
        return Machine.backend.hasPrefix("avx2") ? 1.4e6 : 2.4e6
    }

    private static let tails: [Target] =
        [
            "layout.list.resize/varied", "layout.list.insert/varied", "layout.list.delete/varied",
            "layout.flow.resize/varied", "layout.flow.insert/varied", "layout.flow.delete/varied",
        ].flatMap { name -> [Target] in [("\(name)/1000000", .tail(10)), ("\(name)/1000000", .worst(1e6))] } + [
            ("layout.flow.resize/equalwidths/1000000", .worst(1e6)),
            ("layout.flow.insert/equalwidths/1000000", .worst(1e6)),
            ("layout.flow.delete/equalwidths/1000000", .worst(1e6)),
        ]

    private static let growth: [Target] = [
        "layout.list.prepare/varied", "layout.list.frames/varied", "layout.list.script/varied",
        "layout.flow.prepare/varied", "layout.flow.frames/varied", "layout.flow.width/varied",
    ].map { ("\($0)/1000000", .growth(12)) }

    private static let memory: [Target] = [
        ("layout.list.memory/varied/1000000", .bytesPerItem(7)),
        ("layout.flow.memory/varied/1000000", .bytesPerItem(13)),
        ("layout.main.memory/unihan-codepoint/1437651", .bytesPerItem(24)),
        ("layout.list.memory/uniform/1000000000", .bytes(64_000)),
        ("layout.list.memory/measured/1000000000", .bytes(64e6)),
    ]

    /// Collections of unique elements, then snapshots built on the previous one, diffed and converted to a batch.
    private static let diffs: [Target] = [
        ("diff.collection.identical/uint64/1000000", .time(0.4e6)),
        ("diff.collection.append/uint64/1000000", .time(0.4e6)),
        ("diff.collection.front/uint64/1000000", .time(0.4e6)),
        ("diff.collection.scattered/uint64/1000000", .time(1.3e6)),
        ("diff.collection.moved/uint64/1000000", .time(1.6e6)),
        ("diff.collection.block/uint64/1000000", .time(0.4e6)),
        ("diff.collection.reversal/uint64/1000000", .time(0.9e6)),
        ("diff.collection.shuffle/uint64/1000000", .time(24e6)),
        ("diff.collection.disjoint/uint64/1000000", .time(11e6)),
        ("diff.collection.scattered/uint64/100000", .time(80e3)),
        ("diff.collection.shuffle/uint64/100000", .time(2.4e6)),
        ("diff.collection.scattered/uint64/1000", .time(1.5e3)),
        ("diff.collection.shuffle/uint64/1000", .time(30e3)),
        ("diff.collection.scattered/string/1000000", .time(15e6)),
        ("diff.collection.shuffle/string/1000000", .time(160e6)),
        ("diff.snapshot.identical/string/1000000", .time(8e6)),
        ("diff.snapshot.copy/string/1000000", .time(5e3)),
        ("diff.snapshot.scattered/string/1000000", .time(12e6)),
        ("diff.core.memory/shuffle/1000000", .bytesPerItem(25)),
        ("diff.core.memory/disjoint/1000000", .bytesPerItem(25)),
    ]

    /// Lists that change while they are read. Ten thousand items per second in 2 % of a core means 2 µs per item, and
    /// 84 items per frame.
    private static let live: [Target] = [
        ("live.measure/varied/1000000", .time(1e3)),
        ("live.prepend/varied/1000000", .time(5e3)),
        ("live.width/wrapping/1000000", .time(3e6)),
        ("live.swap/layout/1000000", .time(1e3)),
        ("live.swap/prepared/1000000", .time(1e3)),
        ("live.apply/integer/1000000", .time(5e6)),
        ("live.append/integer/1000000", .time(84 * 2e3)),
        ("live.minute/integer/1000000", .fact("worst ms", 8.3)),
    ]

    /// A section of a million items, from identifiers to cells. Single edits are not promised for builders, layoutable
    /// sections and records: they receive an edit as a whole list or keep an array of items.
    private static let lists: [Target] = ["diffable", "listing", "provider", "description"].flatMap { door in
        ["integer", "string"].flatMap { kind -> [Target] in
            let isInteger = kind == "integer"
            return [
                ("kit.\(door).display/\(kind)/1000000", .time(isInteger ? 15e6 : 60e6)),
                ("kit.\(door).apply/\(kind)/1000000", .time(isInteger ? 8.3e6 : 25e6)),
                ("kit.\(door).edit/\(kind)/1000000", .time(20e3)),
                ("kit.\(door).scroll/\(kind)/1000000", .time(30e3)),
                ("kit.\(door).scrolledit/\(kind)/1000000", .worst(0.5e6)),
            ]
        }
    }

    /// Names of the measures in the targets, in sizes that are run.
    static var measures: Set<String> {
        Set(
            all.flatMap { target -> [String] in
                guard case .growth = target.quantity else { return [target.measure] }
                return [target.measure, smaller(target.measure)]
            })
    }

    /// The measure of a tenth of the size.
    private static func smaller(_ measure: String) -> String {
        String(measure.dropLast())
    }

    static func printTable(_ records: [Record]) {
        let byName = Dictionary(records.map { ($0.fullName, $0) }, uniquingKeysWith: { first, _ in first })
        let table = Table(columns: [
            ("promise", 50), ("what", 12), ("at most", 9), ("measured", 9), ("", 7), ("times rival", 11),
            ("measured", 9), ("", 7),
        ])
        print("")
        table.printHeader()
        for target in all {
            table.printRow(row(target, byName))
        }
    }

    private static func row(_ target: Target, _ records: [String: Record]) -> [String] {
        let record = records[target.measure]
        let product = record?.product
        func line(
            _ what: String, _ limit: Double, _ measured: Double?, _ text: (Double) -> String
        ) -> [String] {
            [target.measure, what, text(limit), measured.map(text) ?? "not run", verdict(measured.map { $0 <= limit })]
        }
        switch target.quantity {
        case .time(let limit, let advantage):
            var cells = line("median", limit, product?.median, TimeUnit.text)
            if let advantage {
                let measured = record?.advantage
                cells += [
                    TimeUnit.digits(advantage) + "x", measured.map { TimeUnit.digits($0) + "x" } ?? "not run",
                    verdict(measured.map { $0 >= advantage }),
                ]
            }
            return cells
        case .tail(let limit):
            let measured = product.flatMap { product in product.percentile99.map { $0 / product.median } }
            return line("p99 / median", limit, measured) { TimeUnit.digits($0) + "x" }
        case .worst(let limit):
            return line("worst", limit, product?.worst, TimeUnit.text)
        case .growth(let limit):
            let small = records[smaller(target.measure)]?.product?.median
            let measured = product.flatMap { product in small.map { product.median / $0 } }
            return line("10x items", limit, measured) { TimeUnit.digits($0) + "x" }
        case .bytesPerItem(let limit):
            return line("bytes/item", limit, record?.bytesPerItem, TimeUnit.digits)
        case .bytes(let limit):
            let measured = record.flatMap { record in record.bytesPerItem.map { $0 * Double(record.n) } }
            return line("bytes", limit, measured) { TimeUnit.digits($0 / 1e3) + " KB" }
        case .fact(let name, let limit):
            guard case .number(let number)? = record?.extra[name] else {
                return line(name, limit, nil, TimeUnit.digits)
            }
            return line(name, limit, number, TimeUnit.digits)
        }
    }

    private static func verdict(_ holds: Bool?) -> String {
        holds.map { $0 ? "ok" : "MISSED" } ?? ""
    }
}
