/// Maps each token to its home: the number of the chunk that holds it plus one, or 0 if there is none.
///
/// Homes are in pages of 1,024 tokens, and pages in books of 64 pages. Copies share books and pages, and copy each when
/// they first write to it.
///
/// Numbers of tokens are assigned in order, so a page of a new list is three or four runs of equal homes. Such a page is the
/// runs alone, in the book: a map of a million tokens takes 32 KB instead of 4 MB, and reading it misses no cache. A page
/// gets a home for each token when a single one of its tokens is written, unless it is the first, or when four runs are not
/// enough. It then stays that way.
struct HomeMap {
    /// The homes of the tokens of one page, one by one.
    final class Homes: ManagedBuffer<Void, UInt32> {
        static func make() -> Homes {
            unsafeDowncast(create(minimumCapacity: HomeMap.pageSize) { _ in }, to: Homes.self)
        }

        var homes: UnsafeMutablePointer<UInt32> { withUnsafeMutablePointerToElements { $0 } }
    }

    /// A page: its homes one by one, or else as runs.
    struct Page {
        fileprivate var full: Homes?
        fileprivate var runs = HomeRuns()

        var isCompact: Bool { full == nil }
        fileprivate var isEmpty: Bool { full == nil && runs.isEmpty }
    }

    final class Book: ManagedBuffer<Void, Page> {
        static func make(copying book: Book?) -> Book {
            let made = unsafeDowncast(create(minimumCapacity: HomeMap.bookSize) { _ in }, to: Book.self)
            // Pages are copied one at a time: a single call would use the type's metadata at run time.
            let target = made.pages
            if let source = book?.pages {
                for page in 0..<HomeMap.bookSize { (target + page).initialize(to: source[page]) }
            } else {
                for page in 0..<HomeMap.bookSize { (target + page).initialize(to: Page()) }
            }
            return made
        }

        deinit {
            let pages = pages
            for page in 0..<HomeMap.bookSize where pages[page].full != nil { (pages + page).deinitialize(count: 1) }
        }

        var pages: UnsafeMutablePointer<Page> { withUnsafeMutablePointerToElements { $0 } }
    }

    static var pageSize: Int { 1024 }
    static var bookSize: Int { 64 }

    private var books: ContiguousArray<Book?> = []
    /// No page from this one on has been written. New tokens have their homes there.
    private var pageCount = 0

    /// Pages that are not shared with another map and not compact, by number. They stay so while one operation changes the
    /// map. In a shuffled list nearly every token is in another page than the one before it.
    struct OwnPages {
        fileprivate var homes: ContiguousArray<UnsafeMutablePointer<UInt32>?> = []

        fileprivate func has(_ number: Int) -> Bool { number < homes.count && homes[number] != nil }
    }

    /// The page that an operation used last. Neighbouring tokens of a list mostly have their homes in one page.
    struct LastPage {
        fileprivate var number = -1
        /// The homes of a page that is written, or is not compact.
        fileprivate var homes: UnsafeMutablePointer<UInt32>?
        /// A page that is read. Nil if no token of its book has a home.
        fileprivate var page: UnsafePointer<Page>?
    }

    /// A pointer to the home of a token. It can be written to until the map is copied.
    @inline(__always)
    mutating func home(of token: Token, _ last: inout LastPage) -> UnsafeMutablePointer<UInt32> {
        let number = Int(token) >> 10
        if number != last.number { last = LastPage(number: number, homes: writable(number)) }
        return last.homes.unsafelyUnwrapped + Int(token) & (HomeMap.pageSize - 1)
    }

    /// The home of a token. Does not copy a shared page.
    @inline(__always)
    func home(of token: Token, reading last: inout LastPage) -> UInt32 {
        let number = Int(token) >> 10
        let offset = Int(token) & (HomeMap.pageSize - 1)
        if number != last.number {
            if number >= pageCount { return 0 }
            last.number = number
            let page = books[number >> 6].map { $0.pages + number & 63 }
            // In a list that is edited again and again, neighbours are in other pages, most of which are full.
            last.homes = page?.pointee.full?.homes
            last.page = UnsafePointer(page)
        }
        if let homes = last.homes { return homes[offset] }
        return last.page.map { $0.pointee.runs.home(at: offset) } ?? 0
    }

    /// The home of a token. A token that was never set has home 0.
    subscript(token: Token) -> UInt32 {
        get {
            var last = LastPage()
            return home(of: token, reading: &last)
        }
        set { writable(Int(token) >> 10)[Int(token) & 1023] = newValue }
    }

    /// Whether the page of a token consists of runs. For tests.
    func isCompact(pageOf token: Token) -> Bool {
        let book = Int(token) >> 16
        return book >= books.count || books[book]?.pages[(Int(token) >> 10) & 63].isCompact ?? true
    }

    /// Sets the home of all these tokens.
    mutating func set(_ tokens: UnsafeBufferPointer<Token>, to home: UInt32) {
        var index = 0
        while index < tokens.count {
            let run = run(in: tokens, at: index)
            let (number, offset) = (Int(tokens[index]) >> 10, Int(tokens[index]) & (HomeMap.pageSize - 1))
            if run == 1 && !isEmpty(number) || !compact(number, { $0.set(from: offset, to: offset + run, home) }) {
                (writable(number) + offset).update(repeating: home, count: run)
            }
            index += run
        }
    }

    /// Sets the home of these tokens, up to the first token that already has one, which may come from this call.
    /// Returns the number of tokens that were set.
    /// - Parameter pages: The pages that earlier calls of one operation have made their own.
    mutating func claim(_ tokens: UnsafeBufferPointer<Token>, _ home: UInt32, _ pages: inout OwnPages) -> Int {
        var index = 0
        var last = LastPage()
        while index < tokens.count {
            let token = Int(tokens[index])
            let (number, offset) = (token >> 10, token & (HomeMap.pageSize - 1))
            let run = run(in: tokens, at: index)
            if number != last.number {
                if !pages.has(number), run > 1 || isEmpty(number) {
                    var free = 0
                    let isDone = compact(number) { runs in
                        free = runs.count(of: 0, from: offset, to: offset + run)
                        return runs.set(from: offset, to: offset + free, home)
                    }
                    if isDone {
                        if free < run { return index + free }
                        index += run
                        continue
                    }
                }
                last = LastPage(number: number, homes: page(number, &pages))
            }
            let homes = last.homes.unsafelyUnwrapped + offset
            if run == 1 {
                if homes[0] != 0 { return index }
                homes[0] = home
                index += 1
                continue
            }
            var sum: UInt32 = 0
            for place in 0..<run { sum |= homes[place] }
            if sum != 0 {
                var free = 0
                while homes[free] == 0 { free += 1 }
                homes.update(repeating: home, count: free)
                return index + free
            }
            homes.update(repeating: home, count: run)
            index += run
        }
        return index
    }

    /// Whether no token of a page has a home.
    private func isEmpty(_ number: Int) -> Bool {
        number >= pageCount || books[number >> 6]?.pages[number & 63].isEmpty ?? true
    }

    /// Changes a page that is compact and can stay so. Otherwise returns false, and nothing changes.
    @inline(__always)
    private mutating func compact(_ number: Int, _ change: (inout HomeRuns) -> Bool) -> Bool {
        let page = writablePage(number)
        return page.pointee.full == nil && change(&page.pointee.runs)
    }

    /// A page that is not shared with another map.
    private mutating func page(_ number: Int, _ pages: inout OwnPages) -> UnsafeMutablePointer<UInt32> {
        if number >= pages.homes.count {
            let count = max(number + 1, books.count * HomeMap.bookSize)
            pages.homes.append(contentsOf: repeatElement(nil, count: count - pages.homes.count))
        }
        if let known = pages.homes[number] { return known }
        let homes = writable(number)
        pages.homes[number] = homes
        return homes
    }

    /// The number of tokens, from an index on, that count up by one within one page. Most tokens do, because numbers
    /// are assigned in order.
    @inline(__always)
    private func run(in tokens: UnsafeBufferPointer<Token>, at index: Int) -> Int {
        let first = tokens[index]
        // In a shuffled list this test fails for nearly every token.
        guard index &+ 1 < tokens.count, tokens[index &+ 1] == first &+ 1 else { return 1 }
        let end = min(tokens.count &- index, HomeMap.pageSize &- Int(first) & (HomeMap.pageSize - 1))
        return ascending(tokens.baseAddress.unsafelyUnwrapped + index, from: first, count: end)
    }

    /// Calls `body` with the index, the token and the home of each token. `body` may change the home.
    mutating func update(_ tokens: UnsafeBufferPointer<Token>, _ body: (Int, Token, inout UInt32) -> Void) {
        var last = LastPage()
        for (index, token) in tokens.enumerated() { body(index, token, &home(of: token, &last).pointee) }
    }

    /// Calls `body` with the index and the home of each of these tokens.
    @inline(__always)
    func forEach(_ tokens: UnsafeBufferPointer<Token>, _ body: (_ index: Int, _ home: UInt32) -> Void) {
        var last = LastPage()
        for (index, token) in tokens.enumerated() { body(index, home(of: token, reading: &last)) }
    }

    /// A page in a book that is not shared with another map.
    private mutating func writablePage(_ page: Int) -> UnsafeMutablePointer<Page> {
        let book = page >> 6
        if book >= books.count { books.append(contentsOf: repeatElement(nil, count: book + 1 - books.count)) }
        if books[book] == nil || !isKnownUniquelyReferenced(&books[book]) {
            books[book] = Book.make(copying: books[book])
        }
        if page >= pageCount { pageCount = page + 1 }
        return books[book].unsafelyUnwrapped.pages + page & 63
    }

    /// A pointer to the homes of a page that is not shared with another map, one by one.
    private mutating func writable(_ number: Int) -> UnsafeMutablePointer<UInt32> {
        let page = writablePage(number)
        if page.pointee.full == nil || !isKnownUniquelyReferenced(&page.pointee.full) {
            let made = Homes.make()
            if let full = page.pointee.full {
                made.homes.update(from: full.homes, count: HomeMap.pageSize)
            } else {
                page.pointee.runs.expand(to: made.homes)
            }
            page.pointee.full = made
        }
        return page.pointee.full.unsafelyUnwrapped.homes
    }
}

/// The homes of a page as up to four runs of equal homes.
struct HomeRuns {
    /// The offsets at which the runs start, in ascending order: 16 bits each, the first in the lowest bits. The first is 0. Those
    /// of runs that do not exist are larger than every offset.
    private var starts: UInt64 = 0x7FFF_7FFF_7FFF_0000
    /// The homes of the runs: 32 bits each.
    private var homes: (UInt64, UInt64) = (0, 0)

    private static var lanes: UInt64 { 0x0001_0001_0001_0001 }

    /// The run that holds an offset. All starts are compared at once: the highest bit of a lane remains where the start is not
    /// larger than the offset, and the multiplication counts these bits.
    @inline(__always)
    private func run(at offset: Int) -> Int {
        let differences = (UInt64(truncatingIfNeeded: offset) &* Self.lanes | Self.lanes &<< 15) &- starts
        return Int(((differences &>> 15 & Self.lanes) &* Self.lanes) &>> 48) &- 1
    }

    @inline(__always)
    private func home(of run: Int) -> UInt32 {
        let pair = run & 2 == 0 ? homes.0 : homes.1
        return UInt32(truncatingIfNeeded: pair &>> UInt64(truncatingIfNeeded: run &<< 5))
    }

    @inline(__always)
    func home(at offset: Int) -> UInt32 { home(of: run(at: offset)) }

    /// No token of the page has a home.
    var isEmpty: Bool { homes == (0, 0) }

    private func start(of run: Int) -> Int { run < 4 ? Int(starts >> UInt64(16 * run) & 0xFFFF) : HomeMap.pageSize }

    /// The end of a run; at most the size of a page.
    private func end(of run: Int) -> Int { min(start(of: run + 1), HomeMap.pageSize) }

    private var count: Int { run(at: HomeMap.pageSize - 1) + 1 }

    /// The number of equal homes with this value from an offset on, up to an end.
    func count(of home: UInt32, from offset: Int, to end: Int) -> Int {
        var run = run(at: offset)
        var reached = offset
        while reached < end, self.home(of: run) == home {
            reached = self.end(of: run)
            run += 1
        }
        return min(reached, end) - offset
    }

    /// Sets the homes of a range. Returns false, and changes nothing, if the page would have more than four runs.
    mutating func set(from start: Int, to end: Int, _ home: UInt32) -> Bool {
        if start == end { return true }
        var made = HomeRuns()
        var count = 0
        func add(_ start: Int, _ home: UInt32) -> Bool {
            if count > 0, made.home(of: count - 1) == home { return true }
            if count == 4 { return false }
            let shift = UInt64(16 * count)
            made.starts = made.starts & ~(0xFFFF << shift) | UInt64(start) << shift
            let placed = UInt64(home) << UInt64(32 * (count & 1))
            if count < 2 { made.homes.0 |= placed } else { made.homes.1 |= placed }
            count += 1
            return true
        }
        let runs = self.count
        for run in 0..<runs where self.start(of: run) < start {
            if !add(self.start(of: run), self.home(of: run)) { return false }
        }
        if !add(start, home) { return false }
        for run in 0..<runs where self.end(of: run) > end {
            if !add(max(self.start(of: run), end), self.home(of: run)) { return false }
        }
        self = made
        return true
    }

    /// Writes the homes one by one, 64 at a time: more than there are in a run, if another run follows and overwrites them.
    func expand(to target: UnsafeMutablePointer<UInt32>) {
        var run = 0
        var start = 0
        while start < HomeMap.pageSize {
            let home = home(of: run)
            let block = SIMD16<UInt32>(repeating: home)
            let end = end(of: run)
            if start > HomeMap.pageSize &- 64 {
                (target + start).update(repeating: home, count: end &- start)
            } else {
                var place = start
                repeat {
                    let memory = UnsafeMutableRawPointer(target + place)
                    memory.storeBytes(of: block, as: SIMD16<UInt32>.self)
                    memory.storeBytes(of: block, toByteOffset: 64, as: SIMD16<UInt32>.self)
                    memory.storeBytes(of: block, toByteOffset: 128, as: SIMD16<UInt32>.self)
                    memory.storeBytes(of: block, toByteOffset: 192, as: SIMD16<UInt32>.self)
                    // Then at multiples of 64, which end with the page.
                    place = (place &+ 64) & ~63
                } while place < end
            }
            start = end
            run &+= 1
        }
    }
}
