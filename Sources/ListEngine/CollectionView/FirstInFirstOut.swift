/// A line of elements. Adding and taking out an element takes amortized constant time.
///
/// An object, whose properties are only read and written as a whole: a structure that changes itself would be checked for
/// overlapping accesses by each owner that asks whether it is empty.
final class FirstInFirstOut<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }

    func append(_ element: Element) { change { $0.append(element) } }

    func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        var element: Element?
        change {
            element = $0[first]
            $0[first] = nil
            first += 1
            // At least half of the elements were removed, which pays for moving the others.
            if first * 2 >= $0.count {
                $0.removeFirst(first)
                first = 0
            }
        }
        return element
    }

    private func change(_ body: (inout [Element?]) -> Void) {
        var local = elements
        elements = []
        body(&local)
        elements = local
    }
}
