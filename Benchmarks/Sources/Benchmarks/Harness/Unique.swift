/// A box for a value that cannot be copied, so that an array can hold it.
final class Unique<Value: ~Copyable> {
    var value: Value

    init(_ value: consuming Value) {
        self.value = value
    }
}
