/// The hash of a string.
///
/// Equal strings have one hash, and a string without ASCII can equal one of ASCII. Three characters do: the sign of kelvin equals K, the Greek
/// question mark a semicolon, and the Greek varia a grave accent. A test compares all characters. Unicode promises not to change that
/// (UAX #15, "Stability of normalized forms").
///
/// - Parameter seeds: Random numbers, so that a program cannot be given strings that collide.
@usableFromInline
func textHash(_ text: String, _ seeds: (UInt64, UInt64)) -> UInt32 {
    if let hash = text.utf8.withContiguousStorageIfAvailable({ asciiHash($0, seeds) }) {
        return hash ?? mixedTextHash(text, seeds)
    }
    var text = text
    return text.withUTF8 { asciiHash($0, seeds) } ?? mixedTextHash(text, seeds)
}

/// The hash of a string with other characters than those of ASCII.
@inline(never)
private func mixedTextHash(_ text: String, _ seeds: (UInt64, UInt64)) -> UInt32 {
    // Only with the three characters alone can it equal one of ASCII. Most strings end the loop at their first other character.
    var hasOther = false
    for scalar in text.unicodeScalars where !scalar.isASCII {
        if equalASCII(scalar) == nil {
            hasOther = true
            break
        }
    }
    if !hasOther {
        var plain = String(String.UnicodeScalarView(text.unicodeScalars.map { equalASCII($0) ?? $0 }))
        if let hash = plain.withUTF8({ asciiHash($0, seeds) }) { return hash }
    }
    return mixedHash(UInt64(truncatingIfNeeded: text.hashValue))
}

/// The character of ASCII that equals one of the three.
private func equalASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\u{212A}": "K"
    case "\u{37E}": ";"
    case "\u{1FEF}": "`"
    default: nil
    }
}

/// The hash of bytes; nil if they are not all ASCII.
@inline(__always)
private func asciiHash(_ bytes: UnsafeBufferPointer<UInt8>, _ seeds: (UInt64, UInt64)) -> UInt32? {
    let count = bytes.count
    func word(_ offset: Int) -> UInt64 {
        UnsafeRawPointer(bytes.baseAddress!).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    // The length changes all bits, so that it does not cancel out a difference of the first character.
    var hash = seeds.0 &+ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var all: UInt64 = 0
    func add(_ word: UInt64) {
        all |= word
        let product = (hash ^ word).multipliedFullWidth(by: seeds.1)
        hash = product.high ^ product.low &+ seeds.0
    }
    var offset = 0
    while offset &+ 8 < count {
        add(word(offset))
        offset &+= 8
    }
    // The last bytes, up to eight.
    if count >= 8 {
        add(word(count &- 8))
    } else {
        var last: UInt64 = 0
        for byte in bytes { last = last << 8 | UInt64(byte) }
        add(last)
    }
    if all & 0x8080_8080_8080_8080 != 0 { return nil }
    return mixedHash(hash)
}
