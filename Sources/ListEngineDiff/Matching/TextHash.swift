/// The hash of a string.
///
/// Equal strings have one hash, and a string without ASCII can equal one of ASCII. Three characters do: the sign of kelvin equals K, the Greek
/// question mark a semicolon, and the Greek varia a grave accent. A test compares all characters. Unicode promises not to change that
/// (UAX #15, "Stability of normalized forms").
///
/// - Parameter seeds: Random numbers, so that a program cannot be given strings that collide.
@usableFromInline
func textHash(_ text: String, _ seeds: (UInt64, UInt64)) -> UInt32 {
    if let hash = text.utf8.withContiguousStorageIfAvailable({ asciiHash($0, seeds) }) ?? nil { return hash }
    return otherTextHash(text, seeds)
}

/// The hash of a string that is not in one piece of memory, or contains other characters than those of ASCII.
@inline(never)
private func otherTextHash(_ text: String, _ seeds: (UInt64, UInt64)) -> UInt32 {
    var text = text
    if let hash = text.withUTF8({ asciiHash($0, seeds) }) { return hash }
    // Bytes with which one of the three characters begins.
    if text.withUTF8({ $0.contains { $0 == 0xCD || $0 == 0xE1 || $0 == 0xE2 } }) {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{212A}": plain.append("K")
            case "\u{37E}": plain.append(";")
            case "\u{1FEF}": plain.append("`")
            default: plain.append(scalar)
            }
        }
        var changed = String(plain)
        if let hash = changed.withUTF8({ asciiHash($0, seeds) }) { return hash }
    }
    return mixedHash(UInt64(truncatingIfNeeded: text.hashValue))
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
