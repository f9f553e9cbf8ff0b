extension InternerTable {
    /// Checks that each entry is where searches find it, and returns the first fault. For tests.
    func firstFault() -> String? {
        var found = 0
        for place in 0..<size where places[place] != 0 {
            found += 1
            var searched = self.place(of: Self.hash(places[place]))
            while searched != place {
                if places[searched] == 0 { return "a free place before token \(Self.token(places[place]))" }
                searched = self.place(after: searched)
            }
        }
        if found > limit { return "\(found) entries, at most \(limit)" }
        return found == count ? nil : "\(found) entries, expected \(count)"
    }
}

extension IdentifierInterner {
    /// Checks that the integers of the run increase, and that it knows its ends. Returns the first fault. For tests.
    func firstFaultOfRun() -> String? {
        lock.lock()
        defer { lock.unlock() }
        var run = state.pointee.run
        guard Self.isInteger, run.count > 0 else { return nil }
        if run.count > state.pointee.count { return "\(run.count) of \(state.pointee.count) are in the run" }
        let words = integerWords
        for token in 0..<run.count {
            if token > 0, words.key(token) <= words.key(token - 1) { return "token \(token) of the run is not larger" }
            if run.token(of: words.key(token), in: words) != Token(token) { return "token \(token) of the run is lost" }
        }
        return nil
    }

    /// Checks that each identifier is found under its token, and counts the places of the array that are taken. Returns the
    /// first fault. For tests of identifiers that equal themselves.
    func firstFault() -> String? {
        lock.lock()
        defer { lock.unlock() }
        if let fault = state.pointee.table.firstFault() ?? firstFaultOfRun() { return fault }
        for number in 0..<state.pointee.count {
            let token = Token(truncatingIfNeeded: number)
            let found = self.token(for: self[token])
            if found != token { return "token \(token) is found as \(found.map { "\($0)" } ?? "unknown")" }
        }
        let array = state.pointee.array
        let taken = (0..<Int(array.room)).reduce(0) { $0 + (array.places[$1] == 0 ? 0 : 1) }
        return taken == array.count ? nil : "\(taken) places of the array are taken, expected \(array.count)"
    }
}
