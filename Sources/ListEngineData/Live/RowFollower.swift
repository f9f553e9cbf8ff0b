/// Follows one source: decides what is read, and keeps its pages at a revision.
///
/// It is synchronous. The reader calls it with answers, in any order and at any time, and it returns the updates of the list.
///
/// **Revisions.** The pages show the source at ``revision``. A slice from before is completed with the edits since, which are kept
/// while requests are under way. A slice from after waits until the changes up to it were reported.
@MainActor
final class RowFollower<Source: RowSource> {
    typealias Slice = RowSlice<Source.Key, Source.ID, Source.Row>
    typealias Changes = RowChanges<Source.Key, Source.ID, Source.Row>
    typealias Edit = RowEdit<Source.Key, Source.ID, Source.Row>
    typealias Side = RowSide<Source.Key>

    /// A request for rows that was not answered yet, or whose answer waits for changes.
    struct Request {
        let side: Side
        let limit: Int
        /// The revision from which edits were known when the request was made.
        let start: RowRevision?
        var cancel: @MainActor () -> Void = {}
        var answer: Slice?
    }

    let tree = PageTree<Source>()
    let reader: any RowReading<Source>
    /// The rows that are read first.
    let firstSide: Side
    let pageSize: Int
    /// The positions that are shown or will soon be.
    private(set) var near: Range<Int>
    private(set) var requests: [Int: Request] = [:]
    var revision: RowRevision { log.revision }
    /// Called for each answer of the reader. The owner calls ``take(_:)`` when its list may change.
    var received: ((Answer) -> Void)?
    /// Rows that must be loaded, although they are not near the screen.
    var wantedKeys: [Source.Key] = []

    private var isOpen = false
    private let log = EditLog<Source>()
    private let counting = Counting()
    private var waitingOutlines: [RowOutline<Source.Key>] = []
    private var sections = SectionLog<Source.Key>()
    /// Requests that failed. They are repeated only by `retry()`.
    private var refused: [(side: Side, error: any Error)] = []
    private var nextRequest = 0

    /// The current request for outlines.
    private final class Counting {
        /// Outlines of earlier calls of ``count()`` are ignored. Nil if the outlines have ended.
        var request: Int?
        /// Whether outlines are requested again when they end.
        var isRepeated = false
        /// The number of changes since the last outline.
        var changes = 0
        /// A source that supplies nothing during so many changes may hang.
        static var mostChanges: Int { 100 }

        /// The revision when the outlines were requested.
        var start = RowRevision.initial

        func begin(_ request: Int, _ revision: RowRevision) {
            (self.request, isRepeated, changes, start) = (request, false, 0, revision)
        }
    }

    /// An answer of the reader, as a value. It is taken when the list can change.
    enum Answer: Sendable {
        case opened
        case slice(Int, Result<Slice, any Error>)
        case changes(Changes?)
        case outline(Int, RowOutline<Source.Key>?)
        /// The changes for which an earlier answer waited are there.
        case waiting

        var isChange: Bool { if case .changes = self { true } else { false } }
    }

    init(_ reader: any RowReading<Source>, first: Side, pageSize: Int, mostLoaded: Int) {
        self.reader = reader
        self.pageSize = pageSize
        tree.mostLoaded = mostLoaded
        tree.isReadFromEnd = first.isBackward
        near = 0..<1
        firstSide = first
    }

    func start() {
        reader.follow(
            opened: { [weak self] in self?.received?(.opened) },
            each: { [weak self] in self?.received?(.changes($0)) })
    }

    func stop() {
        received = nil
        for request in requests.values { request.cancel() }
        requests = [:]
        reader.stop()
    }

    // MARK: Answers

    /// Follows an answer.
    /// - Parameter anchor: The first position on the screen. The range of rows to read moves with it. Nil if the list
    /// does not show them.
    /// - Returns: The update of the list. Nil if everything has to be read again.
    func take(_ answer: Answer, keeping anchor: Int? = nil) -> RowsUpdate? {
        if case .changes(.sections(let headings, let revision)?) = answer {
            sections.add(headings, revision, current: tree.sections.headings)
        }
        let before = sections.isEmpty ? nil : tree.snapshot
        var update = RowsUpdate()
        switch answer {
        case .opened:
            isOpen = true
            if !refused.contains(where: { $0.side == firstSide }) { request(firstSide, limit: pageSize) }
            count()
        case .slice(let number, let result):
            // Otherwise it was cancelled, or is answered a second time.
            if let request = requests[number], request.answer == nil { update = take(result, of: number, request) }
        case .outline(let number, let outline):
            guard number == counting.request else { break }
            counting.changes = 0
            if let outline {
                update = take(outline)
            } else {
                counting.request = nil
                if counting.isRepeated { count() }
            }
        case .changes(nil): log.hasEnded = true
        case .changes(.sections): break
        case .changes(.everything(let changed)?):
            // The rows already contain this change.
            if log.isRevisionKnown, changed <= revision { break }
            // Without rows there is nothing to keep, and the pending requests remain useful.
            guard tree.keys.isEmpty, tree.pages.allSatisfy({ $0.gap?.failure == nil }) else { return nil }
            update = take(.somewhere(changed))
        case .changes(let changes?): update = take(changes)
        case .waiting: update = takeWaiting()
        }
        if let before, let headings = sections.take(isReady) {
            // Sections that begin with a change are shown together with it.
            tree.setHeadings(headings)
            update = tree.update(from: before)
        }
        if tree.hasLostCounts {
            tree.hasLostCounts = false
            if isOpen { count() }
        }
        keepFailures()
        if let anchor {
            let start = max(0, near.lowerBound + update.newPosition(of: anchor) - anchor)
            near = start..<start + near.count
        }
        trim()
        return update
    }

    private func take(_ result: Result<Slice, any Error>, of number: Int, _ request: Request) -> RowsUpdate {
        switch result {
        case .failure(let error):
            requests[number] = nil
            return fail(request.side, error)
        case .success(let slice):
            if slice.revision > revision, log.isRevisionKnown, !log.hasEnded {
                requests[number]?.answer = slice
                return RowsUpdate()
            }
            requests[number] = nil
            return store(slice, of: request)
        }
    }

    private func store(_ slice: Slice, of request: Request) -> RowsUpdate {
        if slice.revision > revision { skip(to: slice.revision) }
        log.isRevisionKnown = true
        guard let edits = log.edits(since: slice.revision) else {
            // An answer to a request from before the change may be older than it. An answer to a later request should
            // not be older.
            if let start = request.start, slice.revision < start { log.outdatedAnswers += 1 }
            guard log.outdatedAnswers > 3 else {
                if tree.keys.isEmpty, request.side == firstSide { self.request(firstSide, limit: pageSize) }
                return RowsUpdate()
            }
            let fault = RowSourceFault(
                .decreasingRevision,
                "\(request.side): expected a slice of revision \(log.start?.number ?? 0) or later; found \(slice.revision.number)."
            )
            return fail(request.side, fault)
        }
        log.outdatedAnswers = 0
        do { return try tree.apply(slice, on: request.side, followedBy: edits) } catch {
            return fail(request.side, error)
        }
    }

    private func fail(_ side: Side, _ error: any Error) -> RowsUpdate {
        if let fault = error as? RowSourceFault { tree.faults.append(fault) }
        refused.append((side, error))
        return setFailure(error, of: pages(of: side))
    }

    /// The pages that show the failure of a request.
    private func pages(of side: Side) -> Range<Int> {
        var pages = gap(at: side).map { $0..<$0 + 1 } ?? 0..<0
        if pages.isEmpty, !side.isBackward {
            // Loaded rows could not be read again.
            let first = tree.page(containing: side.bound)
            if tree.pages[first].bound == side.bound {
                pages = tree.outdatedPages(from: first, upTo: tree.pages.count - 1)
            }
        }
        return pages
    }

    private func setFailure(_ error: (any Error)?, of pages: some Sequence<Int>) -> RowsUpdate {
        var changed: [Int] = []
        for page in pages {
            tree.setFailure(error, ofPage: page)
            changed += tree.positions(ofPage: page).clamped(to: near)
        }
        return RowsUpdate(changed: changed, in: tree.sections.starts)
    }

    /// The reason of the first request that failed and was not repeated.
    var failure: (any Error)? { refused.first?.error }

    /// The gap that shows the failure of a request; nil if its rows are loaded.
    ///
    /// A key inside of a gap is requested by ``want(_:)`` only. Its failure says nothing about the other rows of the gap.
    private func gap(at side: Side) -> Int? {
        var page = tree.page(containing: side.bound)
        if side.isBackward, page > 0, tree.pages[page].bound == side.bound { page -= 1 }
        guard tree.pages[page].gap != nil else { return nil }
        let isInside = !side.isBackward && tree.pages[page].bound < side.bound
        return isInside && !(tree.keys.isEmpty && side == firstSide) ? nil : page
    }

    /// A gap that was replaced with others, because rows or counts arrived, still shows that it could not be read.
    private func keepFailures() {
        for (side, error) in refused {
            guard let page = gap(at: side), tree.pages[page].gap?.failure == nil else { continue }
            tree.setFailure(error, ofPage: page)
        }
    }

    private func take(_ changes: Changes) -> RowsUpdate {
        guard changes.revision > revision || !log.isRevisionKnown else { return RowsUpdate() }
        log.revision = changes.revision
        if case .edits(let edits, _) = changes {
            log.add(edits)
            return tree.apply(edits)
        }
        log.isRevisionKnown = true
        log.clear()
        // Rows that are out of date are read again.
        refused.removeAll { gap(at: $0.side) == nil }
        tree.markStale()
        unload(beyond: near)
        // Counting goes on, because it would never end, or never begin, if it began again with each of many changes.
        counting.changes += 1
        if counting.request != nil, counting.changes <= Counting.mostChanges, tree.counted != .end {
            counting.isRepeated = true
        } else {
            count()
        }
        return RowsUpdate()
    }

    /// An answer has seen changes that will not be reported, or will be ignored.
    private func skip(to later: RowRevision) {
        log.revision = later
        log.clear()
    }

    private func isReady(_ answer: RowRevision) -> Bool { answer <= revision || log.hasEnded }
    private func isReady(_ outline: RowOutline<Source.Key>) -> Bool {
        outline.revision.map(isReady) ?? true && !isReadingAgain(outline)
    }

    /// Whether an answer that had to wait for changes can be taken: see ``Answer/waiting``.
    var isAnyReady: Bool {
        requests.values.contains { $0.answer.map { isReady($0.revision) } ?? false }
            || waitingOutlines.first.map(isReady) ?? false
    }

    /// Takes one slice or outline that had to wait for changes.
    private func takeWaiting() -> RowsUpdate {
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) {
            guard let answer = request.answer, isReady(answer.revision) else { continue }
            requests[number] = nil
            return store(answer, of: request)
        }
        guard let outline = waitingOutlines.first, isReady(outline) else { return RowsUpdate() }
        waitingOutlines.removeFirst()
        return store(outline)
    }

    private func take(_ outline: RowOutline<Source.Key>) -> RowsUpdate {
        // The parts of an outline are applied in order: a part waits if an earlier one waits.
        let isLater = outline.revision.map { $0 > revision && log.isRevisionKnown && !log.hasEnded } ?? false
        guard waitingOutlines.isEmpty, !isLater, !isReadingAgain(outline) else {
            waitingOutlines.append(outline)
            return RowsUpdate()
        }
        return store(outline)
    }

    private func store(_ outline: RowOutline<Source.Key>) -> RowsUpdate {
        guard case .pages(let pages, let end, let counted) = outline else { return tree.apply(outline) }
        if counted > revision { skip(to: counted) }
        log.isRevisionKnown = true
        for page in stalePages(of: outline) where !tree.positions(ofPage: page).overlaps(near) {
            tree.unload(page: page)
        }
        // Without a page, there is no count that later edits could change.
        guard let edits = log.edits(since: counted), !pages.isEmpty || edits.isEmpty else {
            let update = tree.apply(outline, isCurrent: false)
            // The edits that the counts need came after the request, and will be counted by the next one.
            if revision > counting.start { if counting.request == nil { count() } else { counting.isRepeated = true } }
            return update
        }
        let followed = pages.following(edits, isFirst: tree.isCountingFromStart, end: end)
        return tree.apply(.pages(followed, end: end, revision: revision))
    }

    /// Loaded pages that an outline counts, and that are out of date. Counts cannot become exact as long as these pages
    /// are loaded.
    private func stalePages(of outline: RowOutline<Source.Key>) -> [Int] {
        guard case .pages(let pages, let end, _) = outline, let first = pages.first?.first else { return [] }
        let start = tree.isCountingFromStart ? 0 : tree.page(containing: .before(first))
        return (start...max(start, tree.page(containing: end.map { .before($0) } ?? .end))).filter {
            tree.pages[$0].isStale
        }
    }

    /// Whether rows that an outline counts are near the screen and must be read again.
    private func isReadingAgain(_ outline: RowOutline<Source.Key>) -> Bool {
        stalePages(of: outline).contains { tree.positions(ofPage: $0).overlaps(near) }
    }

    private func count() {
        tree.counted = .start
        waitingOutlines = []
        nextRequest += 1
        let number = nextRequest
        counting.begin(number, revision)
        reader.count(since: log.isRevisionKnown ? revision : nil) { [weak self] in
            self?.received?(.outline(number, $0))
        }
    }

    /// Drops edits that no answer can need.
    private func trim() {
        let isNeeded = !requests.isEmpty || counting.request != nil || !waitingOutlines.isEmpty
        if isNeeded { log.trim() } else { log.clear() }
    }

    // MARK: Requests

    /// Requests the rows near the screen, and cancels requests for others.
    func look(at positions: Range<Int>) {
        guard isOpen else { return }
        near = positions
        let (keys, rows) = wants()
        let wanted = keys + rows
        for (number, request) in requests where !wanted.contains(where: { $0.side == request.side }) {
            if isFirst(request) { continue }
            request.cancel()
            requests[number] = nil
        }
        // Rows on the screen are requested even if requests for keys are never answered.
        for want in keys.prefix(4) + rows.prefix(4) where !requests.values.contains(where: { $0.side == want.side }) {
            request(want.side, limit: want.limit)
        }
        if tree.keys.count > tree.mostLoaded { unload(beyond: near, keeping: wantedKeys) }
    }

    /// Nothing else is known before the first slice is there.
    private func isFirst(_ request: Request) -> Bool { tree.keys.isEmpty && request.side == firstSide }

    private func request(_ side: Side, limit: Int) {
        nextRequest += 1
        let number = nextRequest
        // Stored first: a reader may answer immediately.
        requests[number] = Request(side: side, limit: limit, start: log.start)
        let cancel = reader.read(side, limit: limit) { [weak self] in self?.received?(.slice(number, $0)) }
        requests[number]?.cancel = cancel
    }

    /// Loads a row, even if that has failed before.
    func want(_ key: Source.Key) {
        refused.removeAll { $0.side == .from(key) }
        wantedKeys.append(key)
    }

    /// Whether the request for a wanted row has failed.
    func hasFailed(_ key: Source.Key) -> Bool { refused.contains { $0.side == .from(key) } }

    /// The slices to request: for the wanted keys, and for the rows on the screen.
    private func wants() -> (keys: [(side: Side, limit: Int)], rows: [(side: Side, limit: Int)]) {
        var (keys, wants): ([(side: Side, limit: Int)], [(side: Side, limit: Int)]) = ([], [])
        for key in wantedKeys {
            let page = tree.page(containing: .before(key))
            guard let gap = tree.pages[page].gap else {
                if let end = wantBehind(page) { keys.append(end) }
                continue
            }
            if gap.precision == .exact, gap.count <= PageTree<Source>.mostRows {
                keys.append((forward(tree.pages[page].bound), max(1, gap.count)))
            } else {
                keys.append((.from(key), pageSize))
            }
        }
        // A list that is shorter than the place on the screen shows its last rows.
        let positions =
            near.lowerBound < tree.count
            ? near.clamped(to: 0..<tree.count) : max(0, tree.count - near.count)..<tree.count
        if !positions.isEmpty || tree.count == 0 {
            var (first, last) = (0, tree.pages.count - 1)
            if !positions.isEmpty {
                (first, last) = (tree.page(at: positions.lowerBound).page, tree.page(at: positions.upperBound - 1).page)
                // Pages without rows are at no position, but may have rows now.
                while first > 0, tree.pages[first - 1].count == 0 { first -= 1 }
                while last + 1 < tree.pages.count, tree.pages[last + 1].count == 0 { last += 1 }
            }
            var page = first
            while page <= last {
                if let gap = tree.pages[page].gap {
                    if gap.count > 0 || gap.precision != .exact, gap.failure == nil {
                        wants.append(want(gap, page, positions))
                    }
                    page += 1
                } else {
                    let start = page
                    page = tree.outdatedPages(from: page, upTo: last).upperBound
                    let rows = tree.pages[start..<page].reduce(0) { $0 + $1.count }
                    if page > start {
                        wants.append((forward(tree.pages[start].bound), max(pageSize, rows + 1)))
                    } else {
                        page += 1
                    }
                }
            }
        }
        func isAllowed(_ want: (side: Side, limit: Int)) -> Bool { !refused.contains { $0.side == want.side } }
        return (keys.filter(isAllowed), wants.filter(isAllowed))
    }

    /// The slice that makes the number of rows after a loaded page exact: the rest of a page of counts, or rows that were inserted after the
    /// loaded ones. A source that has not counted its rows is not read to its end for that.
    private func wantBehind(_ page: Int) -> (side: Side, limit: Int)? {
        guard
            let next = tree.pages[(page + 1)...].firstIndex(where: { $0.gap.map { $0.precision != .exact } ?? false }),
            let gap = tree.pages[next].gap, gap.failure == nil, gap.count <= 2 * PageTree<Source>.mostRows,
            next - page <= 4 || gap.precision == .estimated && tree.counted == .end
        else { return nil }
        return (forward(tree.pages[next].bound), max(pageSize, gap.count))
    }

    private func want(_ gap: PageTree<Source>.Gap, _ page: Int, _ positions: Range<Int>) -> (side: Side, limit: Int) {
        let most = 2 * PageTree<Source>.mostRows
        let bound = tree.pages[page].bound
        if gap.precision == .exact, gap.count <= most { return (forward(bound), max(1, gap.count)) }
        let own = tree.positions(ofPage: page)
        let inside = own.isEmpty ? own : own.clamped(to: positions)
        var (before, after) = (inside.lowerBound - own.lowerBound, own.upperBound - inside.upperBound)
        // Estimated positions may change: the first row of the gap comes to the screen.
        if before > pageSize, after > pageSize, tree.shift(page: page, by: before) { before = 0 }
        let backward: Side? =
            switch tree.end(ofPage: page) {
            case .end: .last
            case .before(let key): .before(key)
            case .start, .after: nil
            }
        if let backward, after < before || page == 0 && after == 0 && before > 0 {
            after = min(after, most)
            return (backward, min(most, after + max(pageSize, inside.count)))
        }
        return (forward(bound), min(most, before + max(pageSize, inside.count)))
    }

    private func forward(_ bound: RowBound<Source.Key>) -> Side {
        switch bound {
        case .start: .first
        case .before(let key): .from(key)
        case .after(let key): .after(key)
        case .end: .last
        }
    }

    /// Drops rows that are far from the screen.
    private func unload(beyond near: Range<Int>, keeping keys: [Source.Key] = []) {
        let wanted = Set(keys.map { tree.page(containing: .before($0)) })
        let margin = near.count + pageSize
        let kept = near.lowerBound - margin..<near.upperBound + margin
        // Usually all loaded rows are near the screen, and the other pages need not be visited.
        if tree.loadedRows(in: kept) == tree.keys.count { return }
        var start = 0
        for page in tree.pages.indices {
            let count = tree.pages[page].count
            if tree.pages[page].rows != nil, !wanted.contains(page),
                start + count <= kept.lowerBound || start >= kept.upperBound
            {
                tree.unload(page: page)
            }
            start += count
        }
    }

    /// Whether rows were requested that have not arrived.
    var isReading: Bool { !isOpen && refused.isEmpty || requests.values.contains { $0.answer == nil } }

    /// Cancels requests. Their rows could not be read, until `retry()`.
    /// - Returns: The items that change their state.
    func cancel() -> RowsUpdate {
        var sides: [Side] = isOpen ? [] : [firstSide]
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) where request.answer == nil {
            request.cancel()
            requests[number] = nil
            sides.append(request.side)
        }
        // Those that wait until other requests have been answered.
        let (keys, rows) = wants()
        for want in keys + rows where !sides.contains(want.side) { sides.append(want.side) }
        let error = CancellationError()
        refused += sides.map { (side: $0, error: error) }
        return setFailure(error, of: Set(sides.flatMap { pages(of: $0) }).sorted())
    }

    /// Repeats requests that failed.
    /// - Returns: The items that change their state.
    func retry() -> RowsUpdate {
        refused = []
        log.outdatedAnswers = 0
        let update = setFailure(nil, of: tree.pages.indices.filter { tree.failure(ofPage: $0) != nil })
        if tree.keys.isEmpty, isOpen, requests.isEmpty { request(firstSide, limit: pageSize) }
        return update
    }
}

extension Array {
    /// Counts of pages after edits that they have not seen.
    /// - Parameter isFirst: Whether the first page begins with the source.
    fileprivate func following<Key, ID, Row>(
        _ edits: [[RowEdit<Key, ID, Row>]], isFirst: Bool, end: Key?
    ) -> [RowPage<Key>]
    where Element == RowPage<Key> {
        guard !edits.isEmpty, !isEmpty else { return self }
        var pages = self
        func add(_ number: Int, _ key: Key?) {
            guard let key, end.map({ key < $0 }) ?? true, isFirst || key >= pages[0].first else { return }
            var (low, high) = (0, pages.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if pages[middle].first <= key { low = middle } else { high = middle }
            }
            pages[low].count = Swift.max(0, pages[low].count + number)
        }
        for edit in edits.joined() {
            add(-1, edit.old)
            add(1, edit.new)
        }
        return pages
    }
}
