// Many identifiers are stored at once: those of a list that is displayed for the first time.

extension IdentifierInterner {
    /// Stores identifiers that follow each other in memory. Call it with the lock held.
    @inlinable
    func store(_ identifiers: IdentifierRun<Identifier>) {
        var done = 0
        while done < identifiers.count {
            let (slots, room) = storage.makeSlots(after: state.pointee.count)
            let step = min(room, identifiers.count &- done)
            slots.initialize(from: identifiers.start + done, count: step)
            state.pointee.count &+= step
            done &+= step
        }
    }
}
