/// Maps each token to its home: the number of the chunk that holds it plus one, or 0 if there is none.
///
/// Homes are in pages of 1,024 tokens, and pages in books of 64 pages. Copies share books and pages, and copy each when
/// they first write to it. Copying a snapshot of a million items and editing it once copies 16 references to books, 64
/// references to pages, and one page.
struct HomeMap {
    final class Page: ManagedBuffer<Void, UInt32> {
        static func make(copying page: Page?) -> Page {
            let made = unsafeDowncast(create(minimumCapacity: HomeMap.pageSize) { _ in }, to: Page.self)
            if let page {
                made.homes.update(from: page.homes, count: HomeMap.pageSize)
            } else {
                made.homes.update(repeating: 0, count: HomeMap.pageSize)
            }
            return made
        }

        var homes: UnsafeMutablePointer<UInt32> { withUnsafeMutablePointerToElements { $0 } }
    }

    final class Book: ManagedBuffer<Void, Page?> {
        static func make(copying book: Book?) -> Book {
            let made = unsafeDowncast(create(minimumCapacity: HomeMap.bookSize) { _ in }, to: Book.self)
            if let book {
                // References are copied one at a time: a single call would use the type's metadata at run time.
                let (source, target) = (book.pages, made.pages)
                for page in 0..<HomeMap.bookSize { (target + page).initialize(to: source[page]) }
            } else {
                made.pages.initialize(repeating: nil, count: HomeMap.bookSize)
            }
            return made
        }

        deinit {
            let pages = pages
            for page in 0..<HomeMap.bookSize where pages[page] != nil { (pages + page).deinitialize(count: 1) }
        }

        var pages: UnsafeMutablePointer<Page?> { withUnsafeMutablePointerToElements { $0 } }
    }

    static var pageSize: Int { 1024 }
    static var bookSize: Int { 64 }

    private var books: ContiguousArray<Book?> = []

    /// Pages that are not shared with another map, by number. They stay so while one operation changes the map. In a
    /// shuffled list nearly every token is in another page than the one before it.
    struct OwnPages {
        fileprivate var homes: ContiguousArray<UnsafeMutablePointer<UInt32>?> = []
    }

    /// The page that an operation used last. Neighbouring tokens of a list mostly have their homes in one page.
    struct LastPage {
        fileprivate var number = -1
        fileprivate var homes: UnsafeMutablePointer<UInt32>?
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
        if number != last.number {
            let book = number >> 6
            last = LastPage(number: number, homes: book < books.count ? books[book]?.pages[number & 63]?.homes : nil)
        }
        guard let homes = last.homes else { return 0 }
        return homes[Int(token) & (HomeMap.pageSize - 1)]
    }

    /// The home of a token. A token that was never set has home 0.
    subscript(token: Token) -> UInt32 {
        get {
            let book = Int(token) >> 16
            guard book < books.count, let pages = books[book]?.pages, let page = pages[(Int(token) >> 10) & 63] else {
                return 0
            }
            return page.homes[Int(token) & 1023]
        }
        set { writable(Int(token) >> 10)[Int(token) & 1023] = newValue }
    }

    /// Sets the home of all these tokens.
    mutating func set(_ tokens: UnsafeBufferPointer<Token>, to home: UInt32) {
        var index = 0
        while index < tokens.count {
            let run = run(in: tokens, at: index)
            writable(Int(tokens[index]) >> 10, from: tokens[index]).update(repeating: home, count: run)
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
            if token >> 10 != last.number { last = LastPage(number: token >> 10, homes: page(token >> 10, &pages)) }
            let run = run(in: tokens, at: index)
            let homes = last.homes.unsafelyUnwrapped + token & (HomeMap.pageSize - 1)
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

    /// A pointer to the home of a token, and to those after it, in a page that is not shared with another map.
    private mutating func writable(_ page: Int, from token: Token) -> UnsafeMutablePointer<UInt32> {
        writable(page) + Int(token) & (HomeMap.pageSize - 1)
    }

    /// A pointer to a page that is not shared with another map.
    private mutating func writable(_ page: Int) -> UnsafeMutablePointer<UInt32> {
        let book = page >> 6
        if book >= books.count { books.append(contentsOf: repeatElement(nil, count: book + 1 - books.count)) }
        if books[book] == nil || !isKnownUniquelyReferenced(&books[book]) {
            books[book] = Book.make(copying: books[book])
        }
        let pages = books[book].unsafelyUnwrapped.pages
        if pages[page & 63] == nil || !isKnownUniquelyReferenced(&pages[page & 63]) {
            pages[page & 63] = Page.make(copying: pages[page & 63])
        }
        return pages[page & 63].unsafelyUnwrapped.homes
    }
}
