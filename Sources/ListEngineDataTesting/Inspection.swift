import ListEngineData

/// Calls a source, and notes the rules that it breaks.
struct Inspection<Source: RowSource> {
    typealias Key = Source.Key
    typealias Row = KeyedRow<Source.Key, Source.ID, Source.Row>
    typealias Side = RowSide<Source.Key>
    typealias Slice = RowSlice<Source.Key, Source.ID, Source.Row>

    /// Rows that were read one slice after the other, from one end of the source.
    struct Walk {
        var rows: [Row] = []
        /// Whether the other end was reached.
        var isComplete = false
        var revision = RowRevision.initial
    }

    /// More violations of a rule than these are not noted.
    private static var mostOfARule: Int { 5 }
    /// A source whose revision changes more often than this while it is read has changes that no one makes.
    private static var mostRestarts: Int { 10 }

    let source: Source
    let mostRows: Int
    let patience: Patience
    var random: SplitMix
    private(set) var violations: [RowSourceViolation] = []
    /// The latest revision of a slice.
    private(set) var latest = RowRevision.initial
    /// Whether a call was never answered. Nothing is called after it.
    var isSilent = false

    init(_ source: Source, seed: UInt64, mostRows: Int, patience: Patience) {
        self.source = source
        self.mostRows = mostRows
        self.patience = patience
        random = SplitMix(state: seed)
    }

    mutating func note(_ rule: RowSourceViolation.Rule, _ message: String) {
        guard violations.count(where: { $0.rule == rule }) < Self.mostOfARule else { return }
        violations.append(RowSourceViolation(rule, message))
    }

    mutating func run(changes: Int, change: @escaping @Sendable (Int) async throws -> Void) async {
        // As a list does: the changes are followed before the first slice is requested.
        let reports = Reports(source.changes())
        defer { reports.stop() }
        guard var rows = await readAll() else { return }
        await seek(in: rows, keys: await count(rows, since: nil))
        for number in 0..<changes where !isSilent {
            do { try await change(number) } catch {
                note(.answer, "change \(number) threw \(error).")
                return
            }
            let followed = rows.revision
            guard let next = await readAll() else { return }
            await follow(reports, from: rows, to: next, change: number)
            // The keys of deleted rows still have a place.
            let deleted = rows.rows.map(\.key).filter { key in !next.rows.contains { $0.key == key } }
            rows = next
            await seek(in: rows, keys: await count(rows, since: followed) + deleted)
        }
        await cancel(rows)
    }

    // MARK: Slices

    /// Reads a slice, and checks what can be seen in it alone. Nil if there was no answer.
    mutating func read(_ side: Side, limit: Int) async -> Slice? {
        if isSilent { return nil }
        let source = source
        let result = await answer(within: patience) { try await source.rows(side, limit: limit) }
        switch result {
        case nil:
            isSilent = true
            note(.answer, "\(side), limit \(limit): no answer within \(patience.text).")
            return nil
        case .failure(let error)?:
            note(.answer, "\(side), limit \(limit): expected rows, found the error \(error).")
            return nil
        case .success(let slice)?:
            check(slice, side, limit)
            return slice
        }
    }

    private mutating func check(_ slice: Slice, _ side: Side, _ limit: Int) {
        let request = "\(side), limit \(limit)"
        if slice.isFromMainThread { note(.thread, "\(request): expected rows from another thread than the main one.") }
        if slice.revision < latest {
            note(.revision, "\(request): found revision \(slice.revision.number) after \(latest.number).")
        }
        latest = max(latest, slice.revision)
        if slice.rows.isEmpty, !slice.isEnd { note(.end, "\(request): the slice has no rows, and is not the end.") }
        for place in slice.rows.indices.dropFirst() where slice.rows[place].key <= slice.rows[place - 1].key {
            note(.order, "\(request): found the key \(slice.rows[place].key) after \(slice.rows[place - 1].key).")
        }
        for row in slice.rows where !side.contains(row.key) {
            note(.side, "\(request): found the key \(row.key).")
        }
        noteDuplicates(slice.rows, request)
    }

    private mutating func noteDuplicates(_ rows: [Row], _ place: String) {
        var seen: [Source.ID: Key] = [:]
        for row in rows {
            if let other = seen.updateValue(row.key, forKey: row.id) {
                note(.identity, "\(place): the rows at \(other) and \(row.key) both have the identity \(row.id).")
            }
        }
    }

    // MARK: All rows

    /// Reads the rows in both directions. Nil if that is not possible.
    private mutating func readAll() async -> Walk? {
        for _ in 0..<Self.mostRestarts {
            guard let forward = await walk(from: .first), let backward = await walk(from: .last) else { return nil }
            guard forward.revision == backward.revision else { continue }
            if forward.isComplete, backward.isComplete { compare(forward.rows, backward.rows) }
            return forward
        }
        note(.revision, "the revision changed each time the rows were read, although nothing changed.")
        return nil
    }

    private mutating func walk(from end: Side) async -> Walk? {
        for _ in 0..<Self.mostRestarts {
            var (walk, side) = (Walk(), end)
            var hasChanged = false
            while !walk.isComplete, walk.rows.count < mostRows {
                guard let slice = await read(side, limit: random.number(in: 1...64)) else { return nil }
                if side != end, slice.revision != walk.revision {
                    hasChanged = true
                    break
                }
                walk.revision = slice.revision
                walk.isComplete = slice.isEnd
                walk.rows = end.isBackward ? slice.rows + walk.rows : walk.rows + slice.rows
                guard let next = end.isBackward ? slice.rows.first : slice.rows.last else { break }
                // The next request would be the same one.
                guard side.contains(next.key) else { break }
                side = end.isBackward ? .before(next.key) : .after(next.key)
            }
            if hasChanged { continue }
            noteDuplicates(walk.rows, end.isBackward ? "all rows, read backward" : "all rows, read forward")
            if walk.isComplete, side != end, let more = await read(side, limit: 1), more.revision == walk.revision,
                let row = end.isBackward ? more.rows.last : more.rows.first
            {
                note(.end, "\(side): the slice before was the end; found the key \(row.key).")
                walk.isComplete = false
            }
            return walk
        }
        note(.revision, "the revision changed each time the rows were read, although nothing changed.")
        return nil
    }

    private mutating func compare(_ forward: [Row], _ backward: [Row]) {
        if forward.count != backward.count {
            note(.meeting, "found \(forward.count) rows forward, and \(backward.count) backward.")
        }
        for (row, other) in zip(forward, backward) where row.key != other.key || row.id != other.id {
            return note(
                .meeting,
                "found the row \(row.id) at \(row.key) forward; the row in its place is \(other.id) at \(other.key) backward."
            )
        }
    }

    // MARK: Keys

    /// Reads from random keys of rows, and from all given keys.
    private mutating func seek(in walk: Walk, keys: [Key]) async {
        var sides: [Side] = [.first, .last]
        for key in keys.prefix(64) { sides += [.from(key), .after(key), .before(key)] }
        for _ in 0..<min(24, walk.rows.count) {
            let key = walk.rows[random.number(in: 0...walk.rows.count - 1)].key
            sides += [.from(key), .after(key), .before(key)]
        }
        for side in sides where !isSilent {
            guard let slice = await read(side, limit: random.number(in: 1...40)) else { continue }
            if slice.revision == walk.revision { compare(slice, side, with: walk) }
        }
    }

    private mutating func compare(_ slice: Slice, _ side: Side, with walk: Walk) {
        let there = walk.rows.filter { side.contains($0.key) }
        if !walk.isComplete {
            // The rows after those that were read are not known.
            guard let last = walk.rows.last else { return }
            if side.isBackward, slice.rows.last.map({ $0.key > last.key }) ?? true { return }
            if slice.rows.first.map({ $0.key > last.key }) ?? there.isEmpty { return }
        }
        let count = walk.isComplete ? slice.rows.count : min(slice.rows.count, there.count)
        let found = side.isBackward ? Array(slice.rows.suffix(count)) : Array(slice.rows.prefix(count))
        let expected = side.isBackward ? there.suffix(count) : there.prefix(count)
        if found.map(\.key) != expected.map(\.key) || found.map(\.id) != expected.map(\.id) {
            note(
                .seek,
                "\(side): expected the rows at \(expected.prefix(5).map(\.key)), found those at \(found.prefix(5).map(\.key))."
            )
        } else if slice.isEnd, slice.rows.count < there.count {
            note(
                .end,
                "\(side): the slice says that it is the end, but there are \(there.count - slice.rows.count) more rows."
            )
        }
    }

    // MARK: Cancelling

    /// Cancels calls, and reads the rows again.
    private mutating func cancel(_ walk: Walk) async {
        let (source, patience) = (source, patience)
        for isEarly in [true, false] where !isSilent {
            let call = Task.detached {
                if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                _ = try await source.rows(.first, limit: 50)
            }
            call.cancel()
            if await answer(within: patience, { await call.result }) == nil {
                isSilent = true
                note(.cancellation, "\(Side.first): the call was cancelled, and did not end within \(patience.text).")
            }
        }
        guard !isSilent else { return }
        let counting = Task.detached {
            var stream = source.outlines(since: nil).makeAsyncIterator()
            while try await stream.next() != nil {}
        }
        counting.cancel()
        if await answer(within: patience, { await counting.result }) == nil {
            note(.cancellation, "outlines: the stream was cancelled, and did not end within \(patience.text).")
        }
        if let slice = await read(.first, limit: 50), slice.revision == walk.revision {
            compare(slice, .first, with: walk)
        }
    }
}

extension RowSide {
    /// Whether a key is on the side that is read.
    func contains(_ key: Key) -> Bool {
        switch self {
        case .first, .last: true
        case .from(let bound): key >= bound
        case .after(let bound): key > bound
        case .before(let bound): key < bound
        }
    }
}

/// Numbers that depend on a seed alone: SplitMix64.
struct SplitMix {
    var state: UInt64

    mutating func number(in range: ClosedRange<Int>) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return range.lowerBound + Int((bits ^ (bits >> 31)) % UInt64(range.count))
    }
}
