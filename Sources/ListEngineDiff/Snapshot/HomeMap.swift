/// For each token the chunk that holds it (its number plus one), or 0.
///
/// Pages of 1,024 tokens are shared between copies and copied when first written, so that a copy and one edit of a
/// snapshot of a million items do not copy four megabytes.
struct HomeMap {
    final class Page: ManagedBuffer<Void, UInt32> {
        static func make(copying page: Page?) -> Page {
            let made = unsafeDowncast(create(minimumCapacity: HomeMap.pageSize) { _ in }, to: Page.self)
            made.withUnsafeMutablePointerToElements { target in
                if let page {
                    page.withUnsafeMutablePointerToElements { target.update(from: $0, count: HomeMap.pageSize) }
                } else {
                    target.initialize(repeating: 0, count: HomeMap.pageSize)
                }
            }
            return made
        }

        var homes: UnsafeMutablePointer<UInt32> { withUnsafeMutablePointerToElements { $0 } }
    }

    static var pageSize: Int { 1024 }

    private var pages: ContiguousArray<Page?> = []

    /// All tokens with a home are below this.
    var limit: Int { pages.count * HomeMap.pageSize }

    /// The home of a token. Tokens that were never set have home 0.
    subscript(token: Token) -> UInt32 {
        get {
            let page = Int(token) >> 10
            guard page < pages.count, let homes = pages[page]?.homes else { return 0 }
            return homes[Int(token) & 1023]
        }
        set { writable(Int(token) >> 10)[Int(token) & 1023] = newValue }
    }

    /// Gives all these tokens one home.
    mutating func set(_ tokens: UnsafeBufferPointer<Token>, to home: UInt32) {
        var page = -1
        var homes: UnsafeMutablePointer<UInt32>?
        for token in tokens {
            if Int(token) >> 10 != page {
                page = Int(token) >> 10
                homes = writable(page)
            }
            homes.unsafelyUnwrapped[Int(token) & 1023] = home
        }
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

    /// A page that no other map shares.
    private mutating func writable(_ page: Int) -> UnsafeMutablePointer<UInt32> {
        if page >= pages.count { pages.append(contentsOf: repeatElement(nil, count: page + 1 - pages.count)) }
        if pages[page] == nil || !isKnownUniquelyReferenced(&pages[page]) {
            pages[page] = Page.make(copying: pages[page])
        }
        return pages[page].unsafelyUnwrapped.homes
    }
}
