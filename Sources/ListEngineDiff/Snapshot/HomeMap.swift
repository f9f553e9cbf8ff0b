/// For each token the chunk that holds it (its number plus one), or 0.
///
/// Pages of 1,024 tokens stand in books of 64 pages. Both are shared between copies and copied when first written, so
/// that a copy and one edit of a snapshot of a million items copy 16 references to books, 64 to pages, and one page.
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
                // One by one: as one call it would go through the type's description at run time.
                for page in 0..<HomeMap.bookSize { (made.pages + page).initialize(to: book.pages[page]) }
            } else {
                made.pages.initialize(repeating: nil, count: HomeMap.bookSize)
            }
            return made
        }

        deinit { withUnsafeMutablePointerToElements { _ = $0.deinitialize(count: HomeMap.bookSize) } }

        var pages: UnsafeMutablePointer<Page?> { withUnsafeMutablePointerToElements { $0 } }
    }

    static var pageSize: Int { 1024 }
    static var bookSize: Int { 64 }

    private var books: ContiguousArray<Book?> = []

    /// The home of a token. Tokens that were never set have home 0.
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

    /// Gives all these tokens one home.
    mutating func set(_ tokens: UnsafeBufferPointer<Token>, to home: UInt32) {
        var index = 0
        while index < tokens.count {
            let run = run(in: tokens, at: index)
            writable(Int(tokens[index]) >> 10, from: tokens[index]).update(repeating: home, count: run)
            index += run
        }
    }

    /// Gives these tokens a home as far as they have none. Returns how many of them were given it: all, or those before the
    /// first one that has a home already, be it from this call.
    mutating func claim(_ tokens: UnsafeBufferPointer<Token>, _ home: UInt32) -> Int {
        var index = 0
        while index < tokens.count {
            let run = run(in: tokens, at: index)
            let homes = writable(Int(tokens[index]) >> 10, from: tokens[index])
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

    /// How many tokens from an index on count up by one, in one page. Most do: numbers are given in order.
    @inline(__always)
    private func run(in tokens: UnsafeBufferPointer<Token>, at index: Int) -> Int {
        let first = tokens[index]
        let end = min(tokens.count - index, HomeMap.pageSize - Int(first) & (HomeMap.pageSize - 1))
        var run = 1
        while run < end && tokens[index &+ run] == first &+ Token(truncatingIfNeeded: run) { run &+= 1 }
        return run
    }

    /// Calls `body` with each token and the place of its home, which it may change.
    mutating func update(_ tokens: UnsafeBufferPointer<Token>, _ body: (Int, Token, inout UInt32) -> Void) {
        var page = -1
        var homes: UnsafeMutablePointer<UInt32>?
        for (index, token) in tokens.enumerated() {
            if Int(token) >> 10 != page {
                page = Int(token) >> 10
                homes = writable(page)
            }
            body(index, token, &homes.unsafelyUnwrapped[Int(token) & 1023])
        }
    }

    /// Calls `body` with the index and the home of each of these tokens, all of which were set once.
    @inline(__always)
    func forEach(_ tokens: UnsafeBufferPointer<Token>, _ body: (_ index: Int, _ home: UInt32) -> Void) {
        var page = -1
        var homes: UnsafeMutablePointer<UInt32>?
        for (index, token) in tokens.enumerated() {
            if Int(token) >> 10 != page {
                page = Int(token) >> 10
                homes = books[page >> 6]?.pages[page & 63]?.homes
            }
            body(index, homes.unsafelyUnwrapped[Int(token) & 1023])
        }
    }

    /// The home of a token and those behind it, in a page that no other map shares.
    private mutating func writable(_ page: Int, from token: Token) -> UnsafeMutablePointer<UInt32> {
        writable(page) + Int(token) & (HomeMap.pageSize - 1)
    }

    /// A page that no other map shares.
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
