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
        let cancel: @MainActor () -> Void
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
    private var isCounting = false
    private var waitingOutlines: [RowOutline<Source.Key>] = []
    /// Requests that failed. They are repeated only by `retry()`.
    private var refused: [Side] = []
    private var nextRequest = 0
    private var outdatedAnswers = 0

    /// An answer of the reader, as a value. It is taken when the list can change.
    enum Answer: Sendable {
        case opened
        case slice(Int, Result<Slice, any Error>)
        case changes(Changes?)
        case outline(RowOutline<Source.Key>?)
        /// The changes for which an earlier answer waited are there.
        case waiting

        var isChange: Bool { if case .changes = self { true } else { false } }
    }

    init(_ reader: any RowReading<Source>, first: Side, pageSize: Int, mostLoaded: Int) {
        self.reader = reader
        self.pageSize = pageSize
        tree.mostLoaded = mostLoaded
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
    /// - Returns: The update of the list. Nil if everything has to be read again.
    func take(_ answer: Answer) -> RowsUpdate? {
        var update = RowsUpdate()
        switch answer {
        case .opened:
            isOpen = true
            request(firstSide, limit: pageSize)
            count()
        case .slice(let number, let result):
            // Otherwise it was cancelled, or is answered a second time.
            if let request = requests[number], request.answer == nil { update = take(result, of: number, request) }
        case .outline(nil): isCounting = false
        case .outline(let outline?): update = take(outline)
        case .changes(nil): log.hasEnded = true
        case .changes(.everything?): return nil
        case .changes(let changes?): update = take(changes)
        case .waiting: update = takeWaiting()
        }
        moveNear(update)
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
            outdatedAnswers += 1
            guard outdatedAnswers > 3 else { return RowsUpdate() }
            let fault = RowSourceFault(
                .decreasingRevision,
                "\(request.side): expected a slice of revision \(log.start?.number ?? 0) or later; found \(slice.revision.number)."
            )
            return fail(request.side, fault)
        }
        outdatedAnswers = 0
        do { return try tree.apply(slice, on: request.side, followedBy: edits) } catch {
            return fail(request.side, error)
        }
    }

    private func fail(_ side: Side, _ error: any Error) -> RowsUpdate {
        if let fault = error as? RowSourceFault { tree.faults.append(fault) }
        refused.append(side)
        var page = tree.page(containing: side.bound)
        if side.isBackward, page > 0, tree.pages[page].bound == side.bound { page -= 1 }
        guard tree.pages[page].gap != nil else { return RowsUpdate() }
        tree.setFailure(error, ofPage: page)
        var update = RowsUpdate()
        update.changed = Array(tree.positions(ofPage: page).clamped(to: near))
        return update
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
        tree.markStale()
        unload(beyond: near)
        count()
        return RowsUpdate()
    }

    /// An answer has seen changes that will not be reported, or will be ignored.
    private func skip(to later: RowRevision) {
        log.revision = later
        log.clear()
    }

    private func isReady(_ answer: RowRevision) -> Bool { answer <= revision || log.hasEnded }

    /// Whether an answer that had to wait for changes can be taken: see ``Answer/waiting``.
    var isAnyReady: Bool {
        requests.values.contains { $0.answer.map { isReady($0.revision) } ?? false }
            || waitingOutlines.first.flatMap(\.revision).map(isReady) ?? false
    }

    /// Takes one slice or outline that had to wait for changes.
    private func takeWaiting() -> RowsUpdate {
        for (number, request) in requests.sorted(by: { $0.key < $1.key }) {
            guard let answer = request.answer, isReady(answer.revision) else { continue }
            requests[number] = nil
            return store(answer, of: request)
        }
        guard let outline = waitingOutlines.first, let revision = outline.revision, isReady(revision) else {
            return RowsUpdate()
        }
        waitingOutlines.removeFirst()
        return take(outline)
    }

    private func take(_ outline: RowOutline<Source.Key>) -> RowsUpdate {
        guard case .pages(let pages, let end, let counted) = outline else { return tree.apply(outline) }
        if counted > revision {
            if log.isRevisionKnown, !log.hasEnded {
                waitingOutlines.append(outline)
                return RowsUpdate()
            }
            skip(to: counted)
        }
        log.isRevisionKnown = true
        guard let edits = log.edits(since: counted) else { return tree.apply(outline, isCurrent: false) }
        let followed = pages.following(edits, isFirst: tree.isCountingFromStart, end: end)
        return tree.apply(.pages(followed, end: end, revision: revision))
    }

    private func count() {
        tree.counted = .start
        waitingOutlines = []
        isCounting = true
        reader.count(since: log.isRevisionKnown ? revision : nil) { [weak self] in self?.received?(.outline($0)) }
    }

    /// Drops edits that no answer can need.
    private func trim() {
        if requests.isEmpty, !isCounting || log.count > EditLog<Source>.most { log.clear() }
    }

    private func moveNear(_ update: RowsUpdate) {
        let start = max(0, update.newPosition(of: near.lowerBound))
        near = start..<start + near.count
    }

    // MARK: Requests

    /// Requests the rows near the screen, and cancels requests for others.
    func look(at positions: Range<Int>) {
        guard isOpen else { return }
        near = positions
        let wanted = wants()
        for (number, request) in requests where !wanted.contains(where: { $0.side == request.side }) {
            if isFirst(request) { continue }
            request.cancel()
            requests[number] = nil
        }
        for want in wanted.prefix(4) where !requests.values.contains(where: { $0.side == want.side }) {
            request(want.side, limit: want.limit)
        }
        if tree.keys.count > tree.mostLoaded { unload(beyond: near) }
    }

    /// Nothing else is known before the first slice is there.
    private func isFirst(_ request: Request) -> Bool { tree.keys.isEmpty && request.side == firstSide }

    private func request(_ side: Side, limit: Int) {
        nextRequest += 1
        let number = nextRequest
        // Stored first: a reader may answer immediately.
        requests[number] = Request(side: side, limit: limit, cancel: {})
        let cancel = reader.read(side, limit: limit) { [weak self] in self?.received?(.slice(number, $0)) }
        if let answer = requests[number]?.answer {
            requests[number] = Request(side: side, limit: limit, cancel: cancel, answer: answer)
        } else if requests[number] != nil {
            requests[number] = Request(side: side, limit: limit, cancel: cancel)
        }
    }

    /// The slices to request, the rows on the screen first.
    private func wants() -> [(side: Side, limit: Int)] {
        var wants: [(side: Side, limit: Int)] = []
        for key in wantedKeys {
            let page = tree.page(containing: .before(key))
            guard let gap = tree.pages[page].gap else { continue }
            if gap.precision == .exact, gap.count <= PageTree<Source>.mostRows {
                wants.append((forward(tree.pages[page].bound), max(1, gap.count)))
            } else {
                wants.append((.from(key), pageSize))
            }
        }
        let positions = near.clamped(to: 0..<tree.count)
        if !positions.isEmpty {
            let (first, last) = (tree.page(at: positions.lowerBound).page, tree.page(at: positions.upperBound - 1).page)
            var page = first
            while page <= last {
                if let gap = tree.pages[page].gap {
                    if gap.count > 0, gap.failure == nil { wants.append(want(gap, page, positions)) }
                    page += 1
                } else {
                    // Pages that are out of date are read again in one slice, so that they have one revision.
                    let start = page
                    var rows = 0
                    while page <= last, tree.pages[page].isStale || tree.pages[page].isIncomplete {
                        rows += tree.pages[page].count
                        page += 1
                    }
                    if page > start { wants.append((forward(tree.pages[start].bound), rows + 1)) } else { page += 1 }
                }
            }
        }
        return wants.filter { !refused.contains($0.side) }
    }

    private func want(_ gap: PageTree<Source>.Gap, _ page: Int, _ positions: Range<Int>) -> (side: Side, limit: Int) {
        let most = 2 * PageTree<Source>.mostRows
        let bound = tree.pages[page].bound
        if gap.precision == .exact, gap.count <= most { return (forward(bound), max(1, gap.count)) }
        let own = tree.positions(ofPage: page)
        let inside = own.clamped(to: positions)
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
    private func unload(beyond near: Range<Int>) {
        let margin = near.count + pageSize
        let kept = near.lowerBound - margin..<near.upperBound + margin
        var start = 0
        for page in tree.pages.indices {
            let count = tree.pages[page].count
            if tree.pages[page].rows != nil, start + count <= kept.lowerBound || start >= kept.upperBound {
                tree.unload(page: page)
            }
            start += count
        }
    }

    /// Repeats requests that failed.
    /// - Returns: The items that change their state.
    func retry() -> RowsUpdate {
        refused = []
        outdatedAnswers = 0
        var update = RowsUpdate()
        for page in tree.pages.indices where tree.pages[page].gap?.failure != nil {
            tree.setFailure(nil, ofPage: page)
            update.changed += tree.positions(ofPage: page).clamped(to: near)
        }
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
