/// A hash of 32 bits, each of which depends on all bits of another one.
///
/// A table takes a few bits of a hash. The hashes of Swift's hasher differ in all of them; a `hashValue` of a program's own may
/// differ in a few only. The hash of a number of Foundation, for example, is a multiple of the number, so for `n << 32` its lower
/// half is always zero. The halves are combined and multiplied by the golden ratio. Where the hashes are multiples of a power of
/// two, the lowest bits of that product are zero or its highest ones are alike, so both halves of the product count.
@inlinable @inline(__always)
func mixedHash(_ hash: UInt64) -> UInt32 {
    let product = (hash ^ hash &>> 32).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return UInt32(truncatingIfNeeded: product.high ^ product.low)
}
