import Foundation
import ListEngineLayout

// MARK: - Registration

extension CollectionView {
    /// Registers a class for the cells of an identifier; nil removes the registration.
    public func register(
        _ cellClass: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String
    ) {
        setFactory(Self.factory(of: cellClass), for: .cell(identifier))
    }

    /// Registers a closure that creates the cells of an identifier.
    public func register(
        forCellWithReuseIdentifier identifier: String, _ make: @escaping @MainActor () -> CollectionViewCell
    ) {
        setFactory(make, for: .cell(identifier))
    }

    /// Registers a cell class under its own name. Dequeuing by type does this automatically.
    public func register<Cell: CollectionViewCell>(_ cellClass: Cell.Type) {
        register(cellClass, forCellWithReuseIdentifier: Self.identifier(of: cellClass))
    }

    /// Registers a class for the supplementary views of a kind and an identifier; nil removes the registration.
    public func register(
        _ viewClass: CollectionReusableView.Type?, forSupplementaryViewOfKind kind: ElementKind,
        withReuseIdentifier identifier: String
    ) {
        setFactory(Self.factory(of: viewClass), for: .supplementary(kind, identifier))
    }

    /// Registers a closure that creates the supplementary views of a kind and an identifier.
    public func register(
        forSupplementaryViewOfKind kind: ElementKind, withReuseIdentifier identifier: String,
        _ make: @escaping @MainActor () -> CollectionReusableView
    ) {
        setFactory(make, for: .supplementary(kind, identifier))
    }

    /// Registers a class for the decorations of a kind; nil removes the registration. It overrides a registration
    /// with a compositional layout. Supplementary items of that kind, such as separators, and headers and footers of that
    /// kind have views of the class too,
    /// and the data source is not called for them.
    public func register(_ viewClass: CollectionReusableView.Type?, forDecorationViewOfKind kind: ElementKind) {
        setFactory(Self.factory(of: viewClass), for: .decoration(kind))
    }

    func registerIfMissing(_ viewClass: CollectionReusableView.Type, forDecorationViewOfKind kind: ElementKind) {
        if !registry[registry.shelf(of: .decoration(kind))].isRegistered {
            register(viewClass, forDecorationViewOfKind: kind)
        }
    }

    // MARK: By type

    /// Registers a class of supplementary views of a kind under its own name. Dequeuing by type does that automatically.
    public func register<View: CollectionReusableView>(
        _ viewClass: View.Type, forSupplementaryViewOfKind kind: ElementKind
    ) {
        register(viewClass, forSupplementaryViewOfKind: kind, withReuseIdentifier: Self.identifier(of: viewClass))
    }

    /// Says how the cells of a class are made that are dequeued by type.
    public func register<Cell: CollectionViewCell>(_ cellClass: Cell.Type, _ make: @escaping @MainActor () -> Cell) {
        register(forCellWithReuseIdentifier: Self.identifier(of: cellClass), make)
    }

    /// Says how the supplementary views of a class and a kind are made that are dequeued by type.
    public func register<View: CollectionReusableView>(
        _ viewClass: View.Type, forSupplementaryViewOfKind kind: ElementKind, _ make: @escaping @MainActor () -> View
    ) {
        register(
            forSupplementaryViewOfKind: kind, withReuseIdentifier: Self.identifier(of: viewClass), make)
    }

    // MARK: -

    private static func factory(of type: CollectionReusableView.Type?) -> ReuseShelf.Factory? {
        guard let type else { return nil }
        return { type.init(frame: .zero) }
    }

    /// Views in the pool were created by the previous factory, so they are discarded.
    func setFactory(_ factory: ReuseShelf.Factory?, for key: ReuseKey) {
        setFactory(factory, forShelf: registry.shelf(of: key))
    }

    func setFactory(_ factory: ReuseShelf.Factory?, forShelf shelf: Int) {
        for view in registry[shelf].register(factory) { discard(view) }
    }

    static func identifier(of type: CollectionReusableView.Type) -> String { String(reflecting: type) }
}

// MARK: - Dequeuing

extension CollectionView {
    /// Returns a cell for an item: one from the reuse pool, else a new one. Call it only while the data source
    /// returns the cell for this item. If the data source returns another cell, this one goes back into the pool.
    ///
    /// If the identifier was never registered, the result is a ``PlaceholderCell`` and a diagnostic is reported.
    public func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> CollectionViewCell {
        let view = dequeue(registry.shelf(ofCellsNamed: identifier), for: indexPath)
        if let cell = view as? CollectionViewCell { return cell }
        return placeholderCell()
    }

    /// Returns a cell of a class. The class does not have to be registered.
    public func dequeueReusableCell<Cell: CollectionViewCell>(_ type: Cell.Type, for indexPath: IndexPath) -> Cell {
        let shelf = registry.shelf(ofCells: type)
        if !registry[shelf].isRegistered { setFactory({ type.init(frame: .zero) }, forShelf: shelf) }
        if let cell = dequeue(shelf, for: indexPath) as? Cell { return cell }
        report(
            .unexpectedType, ElementPath(indexPath),
            "another type is registered as \(registry[shelf].key.identifier).")
        return handOut(type.init(frame: .zero), shelf)
    }

    /// Returns a supplementary view. See ``dequeueReusableCell(withReuseIdentifier:for:)``.
    public func dequeueReusableSupplementaryView(
        ofKind kind: ElementKind, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> CollectionReusableView {
        dequeue(registry.shelf(of: .supplementary(kind, identifier)), for: indexPath) ?? placeholderView()
    }

    /// Returns a supplementary view of a class. The class does not have to be registered.
    public func dequeueReusableSupplementaryView<View: CollectionReusableView>(
        _ type: View.Type, ofKind kind: ElementKind, for indexPath: IndexPath
    ) -> View {
        let shelf = registry.shelf(ofViews: type, kind)
        if !registry[shelf].isRegistered { setFactory({ type.init(frame: .zero) }, forShelf: shelf) }
        if let view = dequeue(shelf, for: indexPath) as? View { return view }
        report(
            .unexpectedType, ElementPath(indexPath), "another type is registered as \(registry[shelf].key.identifier).")
        return handOut(type.init(frame: .zero), shelf)
    }

    func dequeue(_ shelf: Int, for indexPath: IndexPath?) -> CollectionReusableView? {
        if reuse.isRequesting, let inPlace = reuse.inPlace, inPlace.reuseShelf == shelf, inPlace.use == .shown {
            return inPlace
        }
        if let view = registry[shelf].pop() {
            view.clearForReuse()
            view.prepareForReuse()
            view.use = .dequeued
            if reuse.isRequesting { noteHandedOut(view) }
            return view
        }
        let identifier = registry[shelf].key.identifier
        guard let factory = registry[shelf].factory else {
            report(
                .unregisteredIdentifier, indexPath.flatMap { ElementPath($0) },
                "no class is registered for the identifier \(identifier), and a placeholder is shown. Call register(_:…) before "
                    + "the first item is shown, or dequeue by type, which needs no registration.")
            return nil
        }
        let view = factory()
        guard view.use == .loose else {
            report(
                .viewInUse, indexPath.flatMap { ElementPath($0) },
                "the factory of \(identifier) returned the same view twice. Create a new one.")
            return nil
        }
        return handOut(view, shelf)
    }

    /// Initializes a new view for use in this list.
    func handOut<View: CollectionReusableView>(_ view: View, _ shelf: Int) -> View {
        view.reuseShelf = shelf
        view.reuseIdentifier = registry[shelf].key.identifier
        view.reuseGeneration = registry[shelf].generation
        view.use = .dequeued
        adopt(view)
        if reuse.isRequesting { noteHandedOut(view) }
        return view
    }

    private func noteHandedOut(_ view: CollectionReusableView) {
        guard reuse.handedOut != nil else {
            reuse.handedOut = view
            return
        }
        // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
        var later = reuse.handedOutLater
        later.append(view)
        reuse.handedOutLater = later
    }

    func adopt(_ view: CollectionReusableView) {
        view.storedCollectionView = self
        view.registry = registry.identifier
        let (generation, maker) = (hosting.generation, host)
        let hostView = maker?.makeView(for: view)
        // Otherwise another host was set in the meantime.
        guard generation == hosting.generation else { return }
        (view.hostGeneration, view.maker, view.hostView) = (generation, maker, hostView)
    }

    private func placeholderCell() -> CollectionViewCell {
        let shelf = registry.shelf(ofCells: PlaceholderCell.self)
        if !registry[shelf].isRegistered { register(PlaceholderCell.self) }
        return dequeue(shelf, for: nil) as? CollectionViewCell ?? handOut(PlaceholderCell(), shelf)
    }

    private func placeholderView() -> CollectionReusableView {
        let shelf = registry.shelf(ofViews: PlaceholderView.self, .supplementary)
        if !registry[shelf].isRegistered { setFactory({ PlaceholderView() }, forShelf: shelf) }
        return dequeue(shelf, for: nil) ?? handOut(PlaceholderView(), shelf)
    }

    // MARK: From the data source to the screen and back

    /// Returns the view for an element: the data source's view if it can be used.
    func makeView(for element: LayoutAttributes, _ partners: Partners) -> CollectionReusableView {
        let path = element.path
        reuse.isRequesting = true
        let answer = requestedView(for: element, partners)
        let view = usable(answer, for: path) ?? (path.category == .item ? placeholderCell() : placeholderView())
        view.use = .shown
        view.outdated.remove(.content)
        endRequest(view)
        return view
    }

    /// Returns the view that the program configures for a field.
    /// - Parameter old: The view that the field has; dequeuing may return it.
    func field(
        insteadOf old: CollectionReusableView?, for path: ElementPath, _ request: () -> CollectionReusableView?
    ) -> CollectionReusableView {
        reuse.isRequesting = true
        reuse.inPlace = old
        let view = usable(request(), for: path) ?? placeholderView()
        reuse.inPlace = nil
        view.use = .shown
        endRequest(view)
        return view
    }

    /// Ends a request that `view` answers.
    @inline(__always)
    private func endRequest(_ view: CollectionReusableView) {
        reuse.isRequesting = false
        guard let first = reuse.handedOut else { return }
        reuse.handedOut = nil
        // Views that were dequeued but not returned.
        if first !== view, first.use == .dequeued { pool(first) }
        guard !reuse.handedOutLater.isEmpty else { return }
        let others = reuse.handedOutLater
        reuse.handedOutLater = []
        for other in others where other !== view && other.use == .dequeued { pool(other) }
    }

    private func requestedView(for element: LayoutAttributes, _ partners: Partners) -> CollectionReusableView? {
        let path = element.path
        switch path.category {
        case .item, .header, .footer, .supplementary:
            // After another data source was set, a full reload follows and no view is requested. Chained, because an
            // unwrapped copy of the reference would be counted.
            if path.category == .item, let cell = partners.cell(at: path, in: self) { return cell }
            // A supplementary item of a kind with a registered decoration needs no content: a separator, for example.
            if path.category != .item, let ornament = ornament(for: element) { return ornament }
            if element.kind == .columnTitles, path.section == ElementPath.wholeList, showsColumnTitlesAboveSections {
                return tableTitles(for: path.indexPath, kind: .columnTitles)
            }
            guard let dataSource = partners.dataSource else {
                checkDataSource()
                return nil
            }
            let view = dataSource.collectionView(
                self, viewForSupplementaryElementOfKind: element.kind, at: path.indexPath)
            if view == nil { report(.missingView, path, "the data source has no view of kind \(element.kind).") }
            return view
        case .decoration:
            let ornament = ornament(for: element)
            if ornament == nil { report(.missingView, path, "no decoration of kind \(element.kind) is registered.") }
            return ornament
        }
    }

    /// Returns a view of the class that is registered for decorations of the element's kind.
    private func ornament(for element: LayoutAttributes) -> CollectionReusableView? {
        let key = ReuseKey.decoration(element.kind)
        if !registry.isRegistered(key), let compositional = recipe as? CollectionViewCompositionalLayout,
            let type = compositional.decorationViewClass(ofKind: element.kind.name) as? CollectionReusableView.Type
        {
            register(type, forDecorationViewOfKind: element.kind)
        }
        guard registry.isRegistered(key) else { return nil }
        return dequeue(registry.shelf(of: key), for: element.path.indexPath)
    }

    /// Returns the data source's view; nil, with a diagnostic, if it is in use elsewhere.
    private func usable(_ view: CollectionReusableView?, for path: ElementPath) -> CollectionReusableView? {
        guard let view else { return nil }
        if view === reuse.inPlace { return view }
        switch view.use {
        case .dequeued where view.registry == registry.identifier: return view
        case .loose:
            adopt(view)
            return view
        default:
            report(.viewInUse, path, "the returned view is \(view.use). Dequeue one for each element.")
            return nil
        }
    }

    /// Takes a view out of use. It goes into the reuse pool, or is discarded if the pool is full.
    func pool(_ view: CollectionReusableView) { pool(view, partners) }

    func pool(_ view: CollectionReusableView, _ partners: Partners) {
        view.storedAttributes = nil
        // Views that were not dequeued cannot be reused.
        let limit = display.most + 8
        if view.hostGeneration == hosting.generation, registry.push(view, atMost: limit) {
            view.use = .pooled
            withCurrent(partners) { $0.host?.recycle(view) }
            if display.columns.isUsed { recycleFields(of: view, partners) }
        } else {
            discard(view)
        }
    }

    /// Removes a view permanently from the host that created it.
    func discard(_ view: CollectionReusableView) {
        if display.columns.isUsed { discardFields(of: view) }
        view.use = .loose
        view.reuseShelf = nil
        view.maker?.remove(view)
        view.maker = nil
        view.hostView = nil
    }
}
