extension TokenOrder {
    /// Inserts items. All tokens are new to the order, or marked as pending, and differ from each other.
    mutating func insertItems(_ tokens: UnsafeBufferPointer<Token>, at path: ItemIndexPath) {
        guard !tokens.isEmpty else { return }
        guard itemCount + tokens.count <= Int(Int32.max) else { fatalError("more than \(Int32.max) items") }
        let sectionToken = sections[path.section].token
        // The list is taken out while it changes, so that it is not shared with the array that holds it.
        var list = TokenList()
        swap(&list, &sections[path.section].items)
        if path.item == list.count {
            append(tokens, to: &list, of: sectionToken)
        } else {
            let (ordinal, offset) = list.locate(path.item)
            if Int(list.entries[ordinal].count) + tokens.count <= TokenChunk.maximumCount {
                insert(tokens, in: &list.entries[ordinal], at: offset)
                restart(&list, from: ordinal + 1, shiftedBy: tokens.count)
            } else {
                split(&list, of: sectionToken, ordinal: ordinal, offset: offset, inserting: tokens)
            }
        }
        list.count += tokens.count
        itemCount += tokens.count
        swap(&list, &sections[path.section].items)
        forgetStarts(after: path.section)
    }

    /// Adds tokens at the end: fills the last chunk, then makes new ones.
    private mutating func append(
        _ tokens: UnsafeBufferPointer<Token>, to list: inout TokenList, of section: Token
    ) {
        var rest = tokens[...]
        if let last = list.entries.indices.last {
            let room = TokenChunk.maximumCount - Int(list.entries[last].count)
            let part = UnsafeBufferPointer(rebasing: rest.prefix(room))
            if !part.isEmpty { insert(part, in: &list.entries[last], at: Int(list.entries[last].count)) }
            rest = rest.dropFirst(part.count)
        }
        var start = list.count + tokens.count - rest.count
        list.entries.reserveCapacity(
            list.entries.count + (rest.count + TokenChunk.maximumCount - 1) / TokenChunk.maximumCount)
        while !rest.isEmpty {
            let part = UnsafeBufferPointer(rebasing: rest.prefix(TokenChunk.maximumCount))
            let number = makeNumber(section: section, ordinal: list.entries.count)
            list.entries.append(
                .init(
                    chunk: .make(part), start: UInt32(start), count: UInt32(part.count), number: number))
            homes.set(part, to: number + 1)
            start += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    /// Puts tokens into a chunk that has room for them.
    private mutating func insert(
        _ tokens: UnsafeBufferPointer<Token>, in entry: inout TokenList.Entry, at offset: Int
    ) {
        let count = Int(entry.count)
        let grown = count + tokens.count
        if entry.chunk.room < grown || !isKnownUniquelyReferenced(&entry.chunk) {
            // Twice the room, so that items appended one by one are not copied each time.
            entry.chunk = .make(entry.chunk.contents, capacity: max(grown, min(count * 2, TokenChunk.maximumCount)))
        }
        let target = entry.chunk.tokens + offset
        (target + tokens.count).update(from: target, count: count - offset)
        target.update(from: tokens.baseAddress.unsafelyUnwrapped, count: tokens.count)
        entry.chunk.count = grown
        entry.count = UInt32(grown)
        homes.set(tokens, to: entry.number + 1)
    }

    /// Replaces a chunk that has no room by several of about equal length, three quarters full or less.
    private mutating func split(
        _ list: inout TokenList, of section: Token, ordinal: Int, offset: Int,
        inserting tokens: UnsafeBufferPointer<Token>
    ) {
        let entry = list.entries[ordinal]
        let old = entry.chunk.contents
        var all = ContiguousArray<Token>()
        all.reserveCapacity(old.count + tokens.count)
        all.append(contentsOf: old[..<offset])
        all.append(contentsOf: tokens)
        all.append(contentsOf: old[offset...])
        let aim = TokenChunk.maximumCount * 3 / 4
        let pieces = (all.count + aim - 1) / aim
        var made = ContiguousArray<TokenList.Entry>()
        made.reserveCapacity(pieces)
        all.withUnsafeBufferPointer { all in
            for piece in 0..<pieces {
                let from = all.count * piece / pieces
                let part = UnsafeBufferPointer(rebasing: all[from..<(all.count * (piece + 1) / pieces)])
                let number =
                    piece == 0 ? entry.number : makeNumber(section: section, ordinal: ordinal + piece)
                made.append(
                    .init(
                        chunk: .make(part, capacity: TokenChunk.maximumCount), start: entry.start + UInt32(from),
                        count: UInt32(part.count), number: number))
                homes.set(part, to: number + 1)
            }
        }
        list.entries.replaceSubrange(ordinal...ordinal, with: made)
        restart(&list, from: ordinal + pieces, shiftedBy: tokens.count)
        for later in (ordinal + pieces)..<list.entries.count {
            places[Int(list.entries[later].number)].ordinal = UInt32(later)
        }
    }

    private func restart(_ list: inout TokenList, from ordinal: Int, shiftedBy shift: Int) {
        list.entries.withUnsafeMutableBufferPointer { entries in
            for later in ordinal..<max(ordinal, entries.count) { entries[later].start += UInt32(shift) }
        }
    }

    /// Removes items. Tokens that are not in the order, or come again, are ignored.
    mutating func removeItems(_ tokens: [Token]) {
        guard !tokens.isEmpty else { return }
        // A token whose home is 0 is doomed. Each chunk and section that holds one is visited once.
        var numbers: [UInt32] = []
        var touchedSections: [Token] = []
        for token in tokens {
            let home = homes[token]
            if home == 0 { continue }
            let number = home - 1
            homes[token] = 0
            itemCount -= 1
            if !places[Int(number)].isTouched {
                places[Int(number)].isTouched = true
                numbers.append(number)
                touchedSections.append(places[Int(number)].section)
            }
        }
        for number in numbers {
            places[Int(number)].isTouched = false
            let place = places[Int(number)]
            let section = Int(sectionHomes[Int(place.section)]) - 1
            Self.compact(&sections[section].items.entries[Int(place.ordinal)], homes)
        }
        touchedSections.sort()
        var previous: Token?
        for token in touchedSections where token != previous {
            previous = token
            let section = Int(sectionHomes[Int(token)]) - 1
            var list = TokenList()
            swap(&list, &sections[section].items)
            tidy(&list, of: token)
            swap(&list, &sections[section].items)
            forgetStarts(after: section)
        }
    }

    /// Closes the gaps that doomed tokens leave in a chunk.
    private static func compact(_ entry: inout TokenList.Entry, _ homes: HomeMap) {
        if !isKnownUniquelyReferenced(&entry.chunk) {
            entry.chunk = .make(entry.chunk.contents)
        }
        let tokens = entry.chunk.tokens
        var kept = 0
        for offset in 0..<Int(entry.count) where homes[tokens[offset]] != 0 {
            tokens[kept] = tokens[offset]
            kept += 1
        }
        entry.chunk.count = kept
        entry.count = UInt32(kept)
    }

    /// Drops empty chunks, joins neighbours that are nearly empty, and numbers the rest anew.
    private mutating func tidy(_ list: inout TokenList, of section: Token) {
        var kept = 0
        var start = 0
        for ordinal in list.entries.indices {
            let count = Int(list.entries[ordinal].count)
            let isSmall = count < TokenChunk.maximumCount / 4
            if count == 0 {
                freeNumbers.append(list.entries[ordinal].number)
                continue
            }
            if isSmall && kept > 0 && Int(list.entries[kept - 1].count) + count <= TokenChunk.maximumCount * 3 / 4 {
                let entry = list.entries[ordinal]
                insert(entry.chunk.contents, in: &list.entries[kept - 1], at: Int(list.entries[kept - 1].count))
                freeNumbers.append(entry.number)
                start += count
                continue
            }
            if kept != ordinal { list.entries.swapAt(kept, ordinal) }
            list.entries[kept].start = UInt32(start)
            places[Int(list.entries[kept].number)].ordinal = UInt32(kept)
            start += count
            kept += 1
        }
        list.entries.removeLast(list.entries.count - kept)
        list.count = start
    }
}
