// Integers of 64 bits and strings are most identifiers. They are interned by code that is compiled here, once, so that it is fast in
// programs whose own code is generic, and is not compiled again in each of them.

extension IdentifierInterner {
    /// Whether the identifiers are integers of 64 bits or strings.
    @inlinable @inline(__always)
    static var isCommon: Bool {
        isInteger && MemoryLayout<Identifier>.size == 8 || Identifier.self == String.self
    }

    /// Writes the tokens of many identifiers: see ``intern(_:into:)``.
    @usableFromInline
    func internCommon(_ identifiers: IdentifierRun<Identifier>, into tokens: TokenBuffer) {
        if Identifier.self == String.self {
            interner(of: String.self).internAll(identifiers.of(String.self), into: tokens)
        } else if Self.isSigned {
            interner(of: Int64.self).internAll(identifiers.of(Int64.self), into: tokens)
        } else {
            interner(of: UInt64.self).internAll(identifiers.of(UInt64.self), into: tokens)
        }
    }

    /// Writes the tokens of a block of identifiers: see ``internBlock(_:at:into:)``.
    @usableFromInline
    func internCommonBlock(_ identifiers: IdentifierRun<Identifier>, at indices: TokenRun?, into tokens: TokenBuffer) {
        if Identifier.self == String.self {
            interner(of: String.self).internAnyBlock(identifiers.of(String.self), at: indices, into: tokens)
        } else if Self.isSigned {
            interner(of: Int64.self).internAnyBlock(identifiers.of(Int64.self), at: indices, into: tokens)
        } else {
            interner(of: UInt64.self).internAnyBlock(identifiers.of(UInt64.self), at: indices, into: tokens)
        }
    }

    /// This interner, for identifiers of the same type or of a type with the same bits. That is sound because the object and its memory
    /// have the same layout, and integers with equal bits are equal and have one hash. The order of integers depends on whether they
    /// have a sign, so the other type has one as well.
    private func interner<Other: Hashable>(of _: Other.Type) -> IdentifierInterner<Other> {
        sameObject(self, as: IdentifierInterner<Other>.self)
    }
}

extension IdentifierRun {
    /// The same memory.
    fileprivate func of<Other>(_: Other.Type) -> IdentifierRun<Other> {
        IdentifierRun<Other>(start: sameAddress(start, as: Other.self), count: count)
    }
}
