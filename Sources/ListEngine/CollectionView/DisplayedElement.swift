import ListEngineLayout

/// The name of an element. Kinds distinguish several supplementary items of one item.
struct ElementKey: Hashable {
    var path: ElementPath
    var kind: ElementKind

    init(path: ElementPath, kind: ElementKind) {
        self.path = path
        self.kind = kind
    }

    init(_ attributes: LayoutAttributes) { self.init(path: attributes.path, kind: attributes.kind) }
}

/// A shown element.
struct DisplayedElement {
    var key: ElementKey
    var attributes: LayoutAttributes
    var view: CollectionReusableView
    /// In a batch of updates: whether the element is still in the list but not visible.
    var isMovingOut = false
}
