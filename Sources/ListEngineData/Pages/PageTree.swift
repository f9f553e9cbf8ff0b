/// The rows of a source in order, as pages: loaded rows near the screen, counts elsewhere.
///
/// The pages divide the whole order without a gap between them. Their bounds are a sorted array, which finds the page of a key. Their counts are
/// in a counted tree, which finds the page of a position. There is nothing for a single row that is not loaded.
///
/// A change replaces some adjacent pages with others. The ``RowsUpdate`` that it returns is the difference of the two.
final class PageTree<Source: RowSource> {
    typealias Key = Source.Key
    typealias Bound = RowBound<Key>
    typealias Gap = Page<Source>.Gap

    /// Loaded pages are divided at this number of rows.
    static var mostRows: Int { 512 }
    /// More rows than a layout can hold.
    static var mostCount: Int { 1 << 40 }

    /// Ascending by bound. The first bound is the start. At least one.
    private(set) var pages: [Page<Source>]
    private let counts = PageCounts()
    /// The loaded rows.
    private(set) var keys: [Source.ID: Key] = [:]
    private var unknownPages = 0
    private var estimatedPages = 0
    private var estimatedRows = 0
    /// The number of loaded rows from which those far from the screen are dropped.
    var mostLoaded = 4_096
    /// Whether the last rows are read first. Until they are there, counts insert placeholders before those that are shown.
    var isReadFromEnd = false
    /// The error that the source has stated for its estimate.
    var statedError: Int?
    /// The place up to which the current outlines have counted.
    var counted = Bound.start
    /// Faults that were found since they were read.
    var faults: [RowSourceFault] = []
    private(set) var sections = PageSections<Key>()
    /// Whether exact counts became estimates, because a section begins among the counted rows. The reader resets it.
    var hasLostCounts = false

    /// Creates the tree of a source of which nothing is known. It has one placeholder, so that something is requested.
    init() {
        pages = []
        replace(0..<0, with: [Page(.start, Gap(count: 1, precision: .unknown))])
    }

    // MARK: Positions

    /// The number of items: loaded rows and placeholders.
    var count: Int { counts.total }

    var rowCount: RowCount {
        if unknownPages > 0 { return .unknown(atLeast: count - estimatedRows) }
        if estimatedPages == 0 { return .exact(count) }
        return .estimated(count, within: min(statedError ?? estimatedRows, estimatedRows))
    }

    /// The page that holds a position, and the position in it.
    func page(at position: Int) -> (page: Int, offset: Int) { counts.page(at: position) }

    func start(ofPage page: Int) -> Int { counts.start(ofPage: page) }

    func positions(ofPage page: Int) -> Range<Int> {
        let start = start(ofPage: page)
        return start..<start + pages[page].count
    }

    /// The bound of the next page.
    func end(ofPage page: Int) -> Bound { page + 1 < pages.count ? pages[page + 1].bound : .end }

    /// The last page that begins at a bound or before it.
    func page(containing bound: Bound) -> Int { pages.page(containing: bound) }

    /// The page of a row.
    func page(of key: Key) -> Int {
        var (low, high) = (0, pages.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            let isBefore =
                switch pages[middle].bound {
                case .start: true
                case .before(let bound): !(key < bound)
                case .after(let bound): bound < key
                case .end: false
                }
            if isBefore { low = middle } else { high = middle }
        }
        return low
    }

    /// A loaded row.
    func row(at position: Int) -> LoadedRow<Source>? {
        guard position >= 0, position < count else { return nil }
        let (page, offset) = page(at: position)
        return pages[page].rows?[offset]
    }

    /// The number of loaded rows in the pages of some positions.
    func loadedRows(in positions: Range<Int>) -> Int {
        let positions = positions.clamped(to: 0..<count)
        if positions.isEmpty { return 0 }
        var (rows, page) = (0, page(at: positions.lowerBound).page)
        let last = self.page(at: positions.upperBound - 1).page
        while page <= last {
            rows += pages[page].rows?.count ?? 0
            page += 1
        }
        return rows
    }

    /// The position of a loaded row; nil if none has the key.
    func position(ofLoaded key: Key) -> Int? {
        let page = page(containing: .before(key))
        guard let rows = pages[page].rows else { return nil }
        let place = rows.lowerBound(of: key)
        guard place < rows.count, rows[place].key == key else { return nil }
        return start(ofPage: page) + place
    }

    /// The position of a row, or the one that it would have.
    func position(of key: Key) -> RowPosition {
        let page = page(containing: .before(key))
        let start = start(ofPage: page)
        guard let rows = pages[page].rows else { return .estimated(start + pages[page].count / 2) }
        let position = start + rows.lowerBound(of: key)
        return isExact(before: page) ? .exact(position) : .estimated(position)
    }

    private func isExact(before page: Int) -> Bool {
        unknownPages + estimatedPages == 0 || pages[..<page].allSatisfy(\.isExact)
    }

    // MARK: Changes

    /// Replaces pages without a notice. The number of items may change.
    private func replace(_ range: Range<Int>, with new: [Page<Source>]) {
        for page in pages[range] { account(page, -1) }
        for page in pages[range] { for row in page.rows ?? [] { keys[row.id] = nil } }
        pages.replaceSubrange(range, with: new)
        for page in new { account(page, 1) }
        counts.replace(range, with: new.map(\.count))
    }

    private func account(_ page: Page<Source>, _ sign: Int) {
        sections.add(sign * page.count, at: page.bound)
        if let gap = page.gap { return account(gap, sign) }
        if page.isExact { return }
        estimatedPages += sign
        estimatedRows += sign * page.count
    }

    private func account(_ gap: Gap, _ sign: Int) {
        switch gap.precision {
        case .exact: return
        case .estimated: estimatedPages += sign
        case .unknown: unknownPages += sign
        }
        estimatedRows += sign * gap.count
    }

    private func noteKeys(of pages: [Page<Source>]) {
        for page in pages { for row in page.rows ?? [] { keys[row.id] = row.key } }
    }

    /// Replaces pages, and returns the difference.
    /// - Parameters:
    ///   - patches: In ascending order, without overlaps.
    ///   - gaps: New numbers of rows that are not loaded, by page. These pages are in no patch.
    func apply(_ patches: [PagePatch<Source>], gaps: [Int: Gap] = [:]) -> RowsUpdate {
        let former = sections
        let patches = patches.map { patch in
            var patch = patch
            patch.new = cutAtHeadings(
                patch.new, end: patch.pages.isEmpty ? .end : end(ofPage: patch.pages.upperBound - 1))
            return patch
        }
        // An array of these pages: a slice would share the storage, and the change would copy all pages.
        let old = patches.map { patch in
            PageDifference<Source>.Side(
                start: start(ofPage: patch.pages.lowerBound), pages: Array(pages[patch.pages])[...])
        }
        var resized = gaps.map { page, gap in
            ResizedGap(page: page, end: start(ofPage: page) + pages[page].count, growth: gap.count - pages[page].count)
        }
        resized.sort { $0.page < $1.page }
        for (page, gap) in gaps { set(gap, ofPage: page) }
        for patch in patches.reversed() { replace(patch.pages, with: patch.new) }
        for patch in patches { noteKeys(of: patch.new) }
        sections.refresh()
        var parts: [PageDifference<Source>.Part] = []
        var (growth, resizes, next) = (0, RowsUpdate(), resized[...])
        /// Inserts and deletes placeholders at the ends of the gaps before a page.
        func resize(before page: Int) {
            while let gap = next.first, gap.page < page {
                if gap.growth < 0 { resizes.deleted.append(gap.end + gap.growth..<gap.end) }
                if gap.growth > 0 { resizes.inserted.append(gap.end + growth..<gap.end + growth + gap.growth) }
                growth += gap.growth
                next.removeFirst()
            }
        }
        for (patch, old) in zip(patches, old) {
            resize(before: patch.pages.lowerBound)
            let new = PageDifference<Source>.Side(start: old.start + growth, pages: patch.new[...])
            parts += bySection(PageDifference<Source>.Part(old: old, new: new, keepsEnd: patch.keepsEnd))
            growth += patch.new.reduce(0) { $0 + $1.count } - old.pages.reduce(0) { $0 + $1.count }
        }
        resize(before: .max)
        var update = parts.isEmpty ? RowsUpdate() : PageDifference(parts).update
        if !resized.isEmpty {
            update.deleted = (update.deleted + resizes.deleted).sorted { $0.lowerBound < $1.lowerBound }
            update.inserted = (update.inserted + resizes.inserted).sorted { $0.lowerBound < $1.lowerBound }
        }
        SectionMatch(same: former, sections).describe(in: &update)
        return update
    }

    /// Keeps only the number of rows of a page that is far from the screen. No item changes its place.
    func unload(page: Int) {
        guard let rows = pages[page].rows else { return }
        // The rows may have changed in the meantime.
        let precision: Gap.Precision = pages[page].isStale ? .estimated : .exact
        let count = precision == .estimated ? max(1, rows.count) : rows.count
        guard count == rows.count else { return }
        replace(page..<page + 1, with: [Page(pages[page].bound, Gap(count: count, precision: precision))])
    }

    /// Sets the reason why the rows of a page could not be read: those of a gap, or loaded ones that are out of date.
    func setFailure(_ failure: (any Error)?, ofPage page: Int) {
        guard var gap = pages[page].gap else {
            pages[page].failure = failure
            return
        }
        gap.failure = failure
        pages[page].contents = .gap(gap)
    }

    func failure(ofPage page: Int) -> (any Error)? { pages[page].gap.map(\.failure) ?? pages[page].failure }

    /// The pages from one on that are out of date or incomplete. They are read again in one slice, so that they have one revision.
    func outdatedPages(from first: Int, upTo last: Int) -> Range<Int> {
        var end = first
        while end <= last, pages[end].rows != nil, pages[end].isStale || pages[end].isIncomplete { end += 1 }
        return first..<end
    }

    /// Marks everything as out of date: loaded rows are to be read again, and counts are estimates.
    func markStale() {
        for page in pages.indices {
            if var gap = pages[page].gap {
                guard gap.precision == .exact else { continue }
                gap.precision = .estimated
                pages[page].contents = .gap(gap)
            } else {
                pages[page].isStale = true
                pages[page].failure = nil
            }
        }
        // No page is exact any more. The numbers of rows stay.
        (estimatedPages, estimatedRows) = (pages.count - unknownPages, count)
    }

    /// Moves estimated rows from the beginning of a gap to the estimated gap before it, so that the first row of the gap gets a new position.
    /// - Returns: Whether the counts allow it.
    func shift(page: Int, by rows: Int) -> Bool {
        guard page > 0, rows > 0, case .before = pages[page].bound, !isStartOfSection(page), var gap = pages[page].gap,
            var before = pages[page - 1].gap, gap.precision != .exact, before.precision != .exact, gap.count > rows
        else { return false }
        gap.count -= rows
        before.count += rows
        set(before, ofPage: page - 1)
        set(gap, ofPage: page)
        return true
    }

    /// Replaces the gap of a page that has one.
    private func set(_ gap: Gap, ofPage page: Int) {
        guard let old = pages[page].gap else { return }
        if !sections.headings.isEmpty { sections.add(gap.count - old.count, at: pages[page].bound) }
        account(old, -1)
        account(gap, 1)
        pages[page].contents = .gap(gap)
        counts.set(gap.count, ofPage: page)
    }

    /// Replaces the sections without a notice: see ``update(from:)``.
    func setHeadings(_ headings: [RowHeading<Key>]) {
        if let place = PageSections.disorder(in: headings) {
            return report(
                .invalidSections,
                "expected ascending headings; found \(headings[place].first) after \(headings[place - 1].first), at position \(place)."
            )
        }
        let (old, estimatesBefore) = (pages.indices, estimatedPages)
        sections = PageSections(headings)
        let new = cutAtHeadings(pages, end: .end)
        sections = PageSections()
        replace(old, with: new)
        noteKeys(of: new)
        sections = PageSections(headings)
        for page in pages { sections.add(page.count, at: page.bound) }
        sections.refresh()
        if estimatedPages > estimatesBefore { hasLostCounts = true }
    }

    func report(_ kind: RowSourceFault.Kind, _ message: String) { faults.append(RowSourceFault(kind, message)) }
}

/// A page without rows whose number of rows changes.
private struct ResizedGap {
    var page: Int
    /// The position after its last item, before the change.
    var end: Int
    var growth: Int
}
