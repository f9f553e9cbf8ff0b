extension Array {
    /// Calls a closure with a span of all elements.
    ///
    /// `Array.mutableSpan` needs iOS 26 and macOS 26; the span of a buffer runs on all supported systems.
    mutating func withMutableSpan(_ body: (inout MutableSpan<Element>) -> Void) {
        withUnsafeMutableBufferPointer { elements in
            var span = elements.mutableSpan
            body(&span)
        }
    }
}
