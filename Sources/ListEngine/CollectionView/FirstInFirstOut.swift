/// A queue. Elements are removed in the order in which they were added, each in O(1).
struct FirstInFirstOut<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        // At least half of the elements were removed, which pays for moving the others.
        if first * 2 >= elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }
}
