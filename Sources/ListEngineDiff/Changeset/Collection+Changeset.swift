extension Collection where Element: FixedWidthInteger {
    /// The changes that turn `old` into this collection.
    public func changeset(from old: some Collection<Element>) -> Changeset {
        let oldKeys = old.map { UInt64(truncatingIfNeeded: $0) }
        let newKeys = map { UInt64(truncatingIfNeeded: $0) }
        return oldKeys.withUnsafeBufferPointer { old in
            newKeys.withUnsafeBufferPointer { new in ListEngineDiff.changeset(ofKeys: old, to: new, unique: false) }
        }
    }
}
