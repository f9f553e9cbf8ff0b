import ListEngine

/// The rows of a source as a list shows them: those near the screen loaded, placeholders elsewhere, always up to date.
///
///     let rows = LiveRows(source)
///     rows.onUpdate = { update in print(update.inserted, rows.count) }
///     rows.show(0..<40)                                  // what is on the screen
///     rows.state(at: 3)                                  // .loaded("Row 3"), sooner or later
///
/// ``RowSection`` shows it in a collection view. The source is never called on the main thread. Its answers change the rows on the main
/// actor, in turns of the scheduler.
@MainActor
public final class LiveRows<Source: RowSource> {
    /// The number of items: loaded rows and placeholders. It changes only together with a call of ``onUpdate``.
    public var numberOfItems: Int { shown.tree.count }

    /// The number of rows, as far as it is known.
    public var count: RowCount { shown.tree.rowCount }

    /// The revision of the source that the loaded rows show.
    public var revision: RowRevision { shown.revision }

    /// Called after each update. The update is empty if only the ``count`` or the presence of a ``failure`` has changed.
    public var onUpdate: (@MainActor (RowsUpdate) -> Void)?

    /// Called for each fault in an answer of the source.
    public var onFault: (@MainActor (RowSourceFault) -> Void)?

    /// Nil if no list shows the rows.
    var display: RowDisplay?

    /// The pages that are shown.
    var tree: PageTree<Source> { shown.tree }

    private let pageSize: Int
    private let mostLoaded: Int
    private let makeReader: @MainActor (Source) -> any RowReading<Source>
    private var source: Source
    private var shown: RowFollower<Source>
    private var incoming: Incoming?
    private var failed = FailedWork<Source>()
    private var visible = 0..<1
    private var awaited: [Awaited] = []
    /// Calls of the program that are due when the list shows the change.
    private var notices: [@MainActor () -> Void] = []

    /// A source that replaces the shown one when its first rows are there.
    private struct Incoming {
        /// Nil if the shown source is read from scratch.
        let source: Source?
        let follower: RowFollower<Source>
        let completion: (@MainActor (Result<Void, any Error>) -> Void)?
    }

    /// Someone waits until a row is loaded. Without a closure, the row is kept in memory.
    private struct Awaited {
        let key: Source.Key
        let done: (@MainActor (Int?) -> Void)?
    }

    /// The key of a row that is kept in memory, wherever the screen is.
    var keptKey: Source.Key? {
        get { awaited.first { $0.done == nil }?.key }
        set {
            awaited.removeAll { $0.done == nil }
            if let newValue { awaited.append(Awaited(key: newValue, done: nil)) }
        }
    }

    /// - Parameters:
    ///   - source: The source.
    ///   - side: The rows that are read first.
    ///   - pageSize: The number of rows that are read at a time, if the screen does not show more.
    ///   - scheduler: Where the answers of the source arrive: see `UpdateScheduler`.
    public convenience init(
        _ source: Source, at side: RowSide<Source.Key> = .first, pageSize: Int = 128,
        scheduler: UpdateScheduler = .immediate
    ) {
        self.init(source, at: side, pageSize: pageSize) { BackgroundReader($0, scheduler: scheduler) }
    }

    init(
        _ source: Source, at side: RowSide<Source.Key> = .first, pageSize: Int = 128, mostLoaded: Int = 4_096,
        reader makeReader: @escaping @MainActor (Source) -> any RowReading<Source>
    ) {
        self.source = source
        self.pageSize = min(max(1, pageSize), PageTree<Source>.mostRows)
        self.mostLoaded = mostLoaded
        self.makeReader = makeReader
        shown = RowFollower(makeReader(source), first: side, pageSize: self.pageSize, mostLoaded: mostLoaded)
        start(shown)
    }

    deinit {
        let (awaited, completion, notices) = (awaited, incoming?.completion, notices)
        if awaited.isEmpty, completion == nil, notices.isEmpty { return }
        Task { @MainActor in
            for notice in notices { notice() }
            for each in awaited { each.done?(nil) }
            completion?(.failure(CancellationError()))
        }
    }

    // MARK: Rows

    /// The state of the row at a position, less than ``numberOfItems``.
    public func state(at position: Int) -> RowState<Source.Row> {
        check(position: position)
        let failure = outOfDate ?? shown.tree.failure(ofPage: shown.tree.page(at: position).page)
        if let row = shown.tree.row(at: position)?.row { return failure.map { .outdated(row, $0) } ?? .loaded(row) }
        return failure.map { .failed($0) } ?? .placeholder
    }

    private func check(position: Int) {
        guard position >= 0, position < numberOfItems else {
            fatalError("LiveRows: position \(position) is not in 0..<\(numberOfItems).")
        }
    }

    /// Why some rows could not be read, or could not be read again after a change, or are not in the order that the user wants; nil if
    /// there is no such reason. Show it with a button that calls ``retry()``. ``onUpdate`` is called when there is one, and when there is
    /// none any more. After ``cancel()`` it is a `CancellationError`.
    public var failure: (any Error)? { outOfDate ?? shown.failure ?? failed.source?.error }

    /// The identity of the row at a position; nil if it is not loaded.
    public func id(at position: Int) -> Source.ID? { shown.tree.row(at: position)?.id }

    /// The key of the row at a position; nil if it is not loaded.
    public func key(at position: Int) -> Source.Key? { shown.tree.row(at: position)?.key }

    /// The position of a row, or the one that it would have.
    public func position(of key: Source.Key) -> RowPosition { shown.tree.position(of: key) }

    /// The number of rows after a key. Nil if the row with the key is not loaded, or the rows after it were not counted.
    /// - Complexity: O(pages of counts after the key).
    public func numberOfRows(after key: Source.Key) -> Int? {
        let tree = shown.tree
        let page = tree.page(containing: .before(key))
        guard tree.pages[page].rows != nil,
            tree.pages[(page + 1)...].allSatisfy({ $0.gap.map { $0.precision == .exact } ?? true })
        else { return nil }
        let position = position(of: key).value
        guard position < numberOfItems else { return 0 }
        // The row with the key may have been deleted.
        return numberOfItems - position - (self.key(at: position) == key ? 1 : 0)
    }

    /// The position of a loaded row; nil if it is not loaded.
    public func position(ofID id: Source.ID) -> Int? {
        shown.tree.keys[id].flatMap { shown.tree.position(ofLoaded: $0) }
    }

    // MARK: Sections

    /// The number of sections. A source without headings has one.
    public var numberOfSections: Int { shown.tree.sections.starts.starts.count }

    /// Whether the source has reported sections.
    var hasHeadings: Bool { !shown.tree.sections.headings.isEmpty }

    /// The heading of a section, less than ``numberOfSections``; nil if the source has none.
    public func heading(ofSection section: Int) -> RowHeading<Source.Key>? {
        check(section: section)
        let sections = shown.tree.sections
        return sections.headings.isEmpty ? nil : sections.headings[sections.shown[section]]
    }

    /// The positions of the items of a section, less than ``numberOfSections``. Their number is exact if the rows of the section were
    /// counted.
    public func positions(ofSection section: Int) -> Range<Int> {
        check(section: section)
        let starts = shown.tree.sections.starts.starts
        return starts[section]..<(section + 1 < starts.count ? starts[section + 1] : numberOfItems)
    }

    private func check(section: Int) {
        guard section >= 0, section < numberOfSections else {
            fatalError("LiveRows: section \(section) is not in 0..<\(numberOfSections).")
        }
    }

    /// The section of an item, and its place in the section.
    /// - Parameter position: Less than ``numberOfItems``.
    public func place(ofPosition position: Int) -> (section: Int, item: Int) {
        check(position: position)
        return shown.tree.sections.starts.place(of: position)
    }

    // MARK: Reading

    /// Reads the rows on the screen and some around it. Scrolling fast reads up to four screens ahead.
    /// - Parameter visible: The positions on the screen.
    public func show(_ visible: Range<Int>) {
        let visible = visible.clamped(to: 0..<PageTree<Source>.mostCount)
        let step = visible.lowerBound - self.visible.lowerBound
        self.visible = visible
        let screen = max(1, visible.count)
        let ahead = screen * (1 + min(3, abs(step) / screen))
        let (before, after) = step < 0 ? (ahead, screen / 2) : (screen / 2, ahead)
        let start = max(0, visible.lowerBound - before)
        shown.look(at: start..<max(start + 1, visible.upperBound + after))
    }

    /// Reads the rows again that could not be read, and sorts them again if that failed.
    public func retry() {
        if let (_, again) = failed.source {
            failed.source = nil
            again()
        }
        perform(isAnimated: false) { [weak self] in
            guard let self else { return RowsUpdate() }
            if incoming == nil, let (side, _) = failed.restart {
                failed.restart = nil
                restart(at: side)
            }
            return shown.retry()
        }
    }

    /// Whether rows near the screen are being read, or another source that will be shown. Show it with a button that calls ``cancel()``.
    public var isReading: Bool { incoming != nil || shown.isReading }

    /// Stops reading. Rows that have not arrived are in the state ``RowState/failed(_:)`` with a `CancellationError` until ``retry()``, and a
    /// source that was to replace the shown one is forgotten. Other rows are read when the user scrolls to them. Counts and changes of
    /// the source go on.
    public func cancel() {
        if let cancelled = incoming {
            incoming = nil
            cancelled.follower.stop()
            cancelled.completion?(.failure(CancellationError()))
        }
        perform(isAnimated: false) { [weak self] in self?.shown.cancel() ?? RowsUpdate() }
    }

    /// Reads the rows at a key, wherever it is.
    /// - Parameter done: Called once, with the position of the row with the key, or of the first one after it. Nil if the source is empty, the
    ///   rows could not be read, another source is shown now, or this object was released.
    public func load(_ key: Source.Key, _ done: @escaping @MainActor (Int?) -> Void) {
        awaited.append(Awaited(key: key, done: done))
        shown.want(key)
        shown.look(at: shown.near)
        serveAwaited()
    }

    /// Shows the rows of another source: a different filter or order.
    ///
    /// The old rows stay until the first rows of the new source are there. A newer call cancels an older one. Rows that are loaded before
    /// and after are the same items, and move.
    /// - Parameters:
    ///   - side: The rows that are read first. Pass `.from` the key of a visible row to keep the place.
    ///   - completion: Called once: when the new rows are shown, or with the reason why they are not. That is a `CancellationError` after a
    ///     newer call, or if this object was released.
    public func replace(
        with source: Source, at side: RowSide<Source.Key> = .first,
        completion: (@MainActor (Result<Void, any Error>) -> Void)? = nil
    ) {
        begin(source, at: side, completion)
    }

    /// The program begins to make another source. The one that is being read is not wanted any more, nor what failed before.
    /// - Returns: The number of the wish, until a newer one or a call of ``replace(with:at:completion:)``.
    func beginMaking() -> Int {
        failed.wishes += 1
        let wish = failed.wishes
        if let former = incoming, former.source != nil {
            incoming = nil
            former.follower.stop()
            former.completion?(.failure(CancellationError()))
        }
        failed.source = nil
        noteFailure()
        return wish
    }

    /// Whether a source that was made is still wanted.
    func wants(_ wish: Int) -> Bool { wish == failed.wishes }

    /// A source that the user wants could not be made. The rows stay as they are.
    /// - Parameter again: Makes it again.
    func didNotMake(_ error: any Error, again: @escaping @MainActor () -> Void) {
        failed.source = (error, again)
        noteFailure()
    }

    private func begin(
        _ other: Source?, at side: RowSide<Source.Key>,
        _ completion: (@MainActor (Result<Void, any Error>) -> Void)?
    ) {
        let follower = RowFollower(
            makeReader(other ?? source), first: side, pageSize: pageSize, mostLoaded: mostLoaded)
        let former = incoming
        if other != nil {
            failed.source = nil
            failed.wishes += 1
        }
        incoming = Incoming(source: other, follower: follower, completion: completion)
        start(follower)
        former?.follower.stop()
        former?.completion?(.failure(CancellationError()))
        if other != nil { noteFailure() }
    }

    // MARK: Answers

    private func start(_ follower: RowFollower<Source>) {
        follower.received = { [weak self, weak follower] answer in
            guard let self, let follower else { return }
            receive(answer, of: follower)
        }
        follower.start()
    }

    private func receive(_ answer: RowFollower<Source>.Answer, of follower: RowFollower<Source>) {
        if follower === incoming?.follower { return receiveIncoming(answer) }
        perform(isAnimated: answer.isChange) { [weak self] in
            // It may have been replaced while the update waited for its turn.
            guard let self, follower === shown else { return RowsUpdate() }
            if let update = follower.take(answer, keeping: visible.lowerBound) { return update }
            let key = visible.lowerBound > 0 ? visible.lazy.compactMap { self.key(at: $0) }.first : nil
            let side = key.map { RowSide.from($0) } ?? .first
            // The program is already replacing the source. The shown rows are read again only if this fails.
            if incoming != nil { failed.restart = (side, CancellationError()) } else { restart(at: side) }
            return RowsUpdate()
        }
    }

    /// Reads the source from scratch, because everything may have changed.
    private func restart(at side: RowSide<Source.Key>) {
        begin(nil, at: side) { [weak self] result in
            // A newer replacement that cancels it may fail as well.
            guard let self, case .failure(let error) = result else { return }
            failed.restart = (side, error)
            noteFailure()
        }
    }

    /// Why the loaded rows are out of date: everything in the source has changed, and the rows could not be read again.
    private var outOfDate: (any Error)? { incoming == nil ? failed.restart?.error : nil }

    /// Whether another source, or the same one from scratch, will be shown soon.
    public var isReplacing: Bool { incoming != nil }

    private func receiveIncoming(_ answer: RowFollower<Source>.Answer) {
        guard let incoming else { return }
        var isChanged = incoming.follower.take(answer) == nil
        while !isChanged, incoming.follower.isAnyReady { isChanged = incoming.follower.take(.waiting) == nil }
        if isChanged {
            // The source has changed before it was shown.
            self.incoming = nil
            incoming.follower.stop()
            return begin(incoming.source, at: incoming.follower.firstSide, incoming.completion)
        }
        guard self.incoming?.follower === incoming.follower else { return }
        if let failure = incoming.follower.tree.pages.lazy.compactMap({ $0.gap?.failure }).first {
            self.incoming = nil
            incoming.follower.stop()
            report(incoming.follower.tree)
            incoming.completion?(.failure(failure))
            noteFailure()
            return
        }
        guard incoming.follower.tree.pages.contains(where: { $0.rows != nil }) else { return }
        perform(isAnimated: true) { [weak self] in
            guard let self, self.incoming?.follower === incoming.follower else { return RowsUpdate() }
            let former = shown
            (shown, source, self.incoming) = (incoming.follower, incoming.source ?? source, nil)
            former.stop()
            failed.restart = nil
            notices.append { [weak self] in if let self { show(visible) } }
            let left = awaited
            // A key may be invalid in the order of a new source.
            awaited.removeAll { $0.done != nil || incoming.source != nil }
            notices.append { for each in left { each.done?(nil) } }
            if let completion = incoming.completion { notices.append { completion(.success(())) } }
            return shown.tree.update(from: former.tree.snapshot)
        }
    }

    /// Applies a change in a turn of the list, or now if no list shows the rows.
    private func perform(isAnimated: Bool, _ change: @escaping @MainActor () -> RowsUpdate) {
        let result = Change()
        let whole: @MainActor () -> RowsUpdate = { [weak self] in
            let formerCount = self?.count
            result.update = change()
            let news = self?.announceFailure() ?? (isNew: false, marksRows: false)
            if news.marksRows, result.update.isEmpty, let self {
                // The rows on the screen show that they are out of date, or no longer.
                let rows = Array(visible.clamped(to: 0..<numberOfItems))
                result.update = RowsUpdate(changed: rows, in: shown.tree.sections.starts)
            }
            result.isNoted = self?.count != formerCount || news.isNew
            // The list may call `show(_:)` with new positions before `finish(_:isNoted:)`.
            self?.moveVisible(result.update)
            return result.update
        }
        let afterwards: @MainActor () -> Void = { [weak self] in
            self?.finish(result.update, isNoted: result.isNoted)
        }
        if let display {
            display.turn(isAnimated, whole, afterwards)
        } else {
            _ = whole()
            afterwards()
        }
    }

    private final class Change {
        var update = RowsUpdate()
        /// Whether the number of rows, its precision, or that there is a failure has changed.
        var isNoted = false
    }

    /// - Returns: Whether ``failure`` became nil or non-nil, and whether all rows have to show it.
    private func announceFailure() -> (isNew: Bool, marksRows: Bool) {
        failed.announce(failure: failure != nil, outOfDate: outOfDate != nil)
    }

    /// The failure has appeared or gone, so the rows show a different state.
    private func noteFailure() {
        var next = failed
        guard next.announce(failure: failure != nil, outOfDate: outOfDate != nil).isNew else { return }
        perform(isAnimated: false) { RowsUpdate() }
    }

    private func moveVisible(_ update: RowsUpdate) {
        let start = max(0, update.newPosition(of: visible.lowerBound))
        visible = start..<start + visible.count
    }

    private func finish(_ update: RowsUpdate, isNoted: Bool) {
        report(shown.tree)
        if !update.isEmpty {
            onUpdate?(update)
        } else if isNoted {
            onUpdate?(RowsUpdate(changed: [], in: shown.tree.sections.starts))
        }
        let due = notices
        notices = []
        for notice in due { notice() }
        shown.look(at: shown.near)
        serveAwaited()
        if shown.isAnyReady { receive(.waiting, of: shown) }
    }

    private func report(_ tree: PageTree<Source>) {
        let faults = tree.faults
        tree.faults = []
        for fault in faults {
            display?.report(fault)
            onFault?(fault)
        }
    }

    private func serveAwaited() {
        var (served, left): ([(Awaited, Int?)], [Awaited]) = ([], [])
        for each in awaited {
            guard each.done != nil else {
                left.append(each)
                continue
            }
            let page = shown.tree.pages[shown.tree.page(containing: .before(each.key))]
            if page.rows != nil {
                served.append((each, numberOfItems == 0 ? nil : min(position(of: each.key).value, numberOfItems - 1)))
            } else if page.gap?.failure != nil || shown.hasFailed(each.key) {
                served.append((each, nil))
            } else {
                left.append(each)
            }
        }
        awaited = left
        shown.wantedKeys = left.map(\.key)
        for (each, position) in served { each.done?(position) }
    }
}

/// The work that ``LiveRows/retry()`` does again.
private struct FailedWork<Source: RowSource> {
    /// The place of a restart that failed. The rows are out of date.
    var restart: (side: RowSide<Source.Key>, error: any Error)?
    /// A source that could not be made. The rows are in a former order.
    var source: (error: any Error, again: @MainActor () -> Void)?
    /// How often another source was wanted.
    var wishes = 0
    /// The state that was announced last.
    private var announced = (failure: false, outOfDate: false)

    /// - Returns: Whether something else was announced before, and whether the rows were out of date and are not, or the other way around.
    mutating func announce(failure: Bool, outOfDate: Bool) -> (isNew: Bool, marksRows: Bool) {
        defer { announced = (failure, outOfDate) }
        let marksRows = outOfDate != announced.outOfDate
        return (marksRows || failure != announced.failure, marksRows)
    }
}

/// A list that shows the rows of a source.
final class RowDisplay {
    /// Runs a change in a turn of a list. Its result is the update that the list has to show. Then calls `afterwards`.
    typealias Turn =
        @MainActor (
            _ isAnimated: Bool, _ change: @escaping @MainActor () -> RowsUpdate,
            _ afterwards: @escaping @MainActor () -> Void
        ) -> Void

    let turn: Turn
    let report: @MainActor (RowSourceFault) -> Void

    init(turn: @escaping Turn, report: @escaping @MainActor (RowSourceFault) -> Void) {
        self.turn = turn
        self.report = report
    }
}
