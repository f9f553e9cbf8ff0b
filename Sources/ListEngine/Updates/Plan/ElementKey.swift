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

    /// Whether this is the name of the element with these attributes.
    @inline(__always)
    func names(_ attributes: LayoutAttributes) -> Bool {
        path.item == attributes.item && path.section == attributes.section && path.category == attributes.category
            && kind == attributes.kind
    }
}
