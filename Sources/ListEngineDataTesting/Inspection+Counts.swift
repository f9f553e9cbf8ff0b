import ListEngineData

extension Inspection {
    /// Checks what the source counts.
    /// - Parameter since: The revision of the rows before a change, as a list states it; nil for the first call.
    /// - Returns: The keys of the outlines. They need not be keys of rows, but have a place among them.
    mutating func count(_ walk: Walk, since revision: RowRevision?) async -> [Key] {
        if isSilent { return [] }
        let source = source
        let result = await answer(within: patience) {
            var outlines: [RowOutline<Key>] = []
            var stream = source.outlines(since: revision).makeAsyncIterator()
            while let outline = try await stream.next() { outlines.append(outline) }
            return outlines
        }
        switch result {
        case nil:
            note(.answer, "outlines: the stream did not end within \(patience.text).")
            return []
        case .failure(let error)?:
            note(.answer, "outlines: expected counts, found the error \(error).")
            return []
        case .success(let outlines)?:
            var (keys, start): ([Key], Key?) = ([], nil)
            for outline in outlines {
                switch outline {
                case .estimate(let count, let quantiles):
                    noteDisorder(quantiles)
                    check(count, walk)
                    keys += quantiles
                case .pages(let pages, let end, let revision):
                    noteDisorder(pages.map(\.first) + (end.map { [$0] } ?? []))
                    if revision > latest {
                        note(.count, "outlines: found revision \(revision.number); rows are at \(latest.number).")
                    }
                    if revision == walk.revision { check(pages, from: start, upTo: end, walk) }
                    keys += pages.map(\.first)
                    start = end
                }
            }
            return keys
        }
    }

    private mutating func noteDisorder(_ keys: [Key]) {
        for place in keys.indices.dropFirst() where keys[place] <= keys[place - 1] {
            return note(.count, "outlines: found the key \(keys[place]) after \(keys[place - 1]).")
        }
    }

    private mutating func check(_ count: RowCount, _ walk: Walk) {
        let number = walk.rows.count
        switch count {
        case .exact(let stated) where walk.isComplete && stated != number:
            note(.count, "outlines: expected exactly \(number) rows, found \(stated).")
        case .unknown(let least) where walk.isComplete && least > number:
            note(.count, "outlines: expected at most \(number) rows, found at least \(least).")
        case .exact, .unknown: break
        case .estimated(let stated, let within):
            if stated < 0 || within < 0 { note(.count, "outlines: found an estimate of \(stated) within \(within).") }
        }
    }

    /// Compares exact counts with the rows.
    /// - Parameter start: Where the pages begin; nil for the first row.
    private mutating func check(_ pages: [RowPage<Key>], from start: Key?, upTo end: Key?, _ walk: Walk) {
        func number(from first: Key?, upTo next: Key?) -> Int? {
            // The rows after those that were read are not known.
            guard walk.isComplete || next.map({ next in walk.rows.contains { $0.key >= next } }) ?? false else {
                return nil
            }
            return walk.rows.count { row in first.map { row.key >= $0 } ?? true && next.map { row.key < $0 } ?? true }
        }
        let first = pages.first?.first ?? end
        if let number = number(from: start, upTo: first), number > 0, first != nil || pages.isEmpty {
            let place = first.map { "\($0)" } ?? "the end"
            note(.count, "outlines: expected no rows before \(place) that are not counted, found \(number).")
        }
        for (place, page) in pages.enumerated() {
            let next = place + 1 < pages.count ? pages[place + 1].first : end
            if let number = number(from: page.first, upTo: next), number != page.count {
                note(.count, "outlines: expected \(number) rows from \(page.first) on, found \(page.count).")
            }
        }
    }
}
