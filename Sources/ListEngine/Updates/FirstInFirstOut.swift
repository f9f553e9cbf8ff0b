/// A queue. Elements are removed in the order in which they were added. Each operation takes amortized constant time.
///
/// A class with instantaneous accesses: see "Overlapping accesses" in Documentation/Performance.md.
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
