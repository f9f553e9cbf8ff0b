// The same memory under another type. A caller says why that is sound.

/// An object, as one of a class that has the same layout and the same methods.
func sameObject<Object: AnyObject, Other: AnyObject>(_ object: Object, as _: Other.Type) -> Other {
    Unmanaged<Other>.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
}

/// The address of values, as that of values of a type with the same bits.
func sameAddress<Value, Other>(_ start: UnsafePointer<Value>, as _: Other.Type) -> UnsafePointer<Other> {
    UnsafeRawPointer(start).assumingMemoryBound(to: Other.self)
}

/// A value that is a string, although the compiler may not know.
@inlinable @inline(__always)
func sameString<Value>(_ value: Value) -> String { unsafeBitCast(value, to: String.self) }
