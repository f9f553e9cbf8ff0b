import Foundation
import ListEngineLayout

// A blank list reports the reason. A pass detects objects that were released, and sizes of zero. Objects that are
// missing may still be set while a program starts. They are checked once, three seconds after the list received its
// first data source or host.

extension CollectionView {
    /// Reports about values that could not be used and about blank screens, from the list, its data source and its layout.
    public var diagnostics: CollectionViewDiagnostics {
        get { log.diagnostics }
        set { log.diagnostics = newValue }
    }

    package func report(_ code: CollectionViewDiagnostic.Code, _ element: ElementPath? = nil, _ message: String) {
        report(CollectionViewDiagnostic(code: code, element: element, message: message))
    }

    func report(_ diagnostic: CollectionViewDiagnostic) {
        let isFirst = log.diagnostics.record(diagnostic)
        log.diagnostics.tell(diagnostic, isFirst: isFirst)
    }

    /// Reloads a list whose data source was released, because it no longer has items.
    func checkDataSource() {
        guard attached.hasDataSource, dataSource == nil else { return }
        attached.hasDataSource = false
        setNeedsReload()
        // Usually one object is both data source and delegate.
        if delegate == nil { attached.hasDelegate = false }
        report(
            .releasedDataSource, nil,
            "the data source was released, and the list is empty. The list holds it weakly: keep it in a property.")
    }

    // MARK: After a pass

    /// Reports the problems that the last pass and the layout found.
    func reportFaults() {
        if layout.diagnosticTotal != log.knownOfLayout { reportLayoutDiagnostics() }
        if attached.hasDelegate, delegate == nil {
            attached.hasDelegate = false
            report(
                .releasedDelegate, nil,
                "the delegate was released, and is no longer called. The list holds it weakly: keep it in a property.")
        }
        if attached.hasHost, host == nil {
            attached.hasHost = false
            report(
                .releasedHost, nil,
                "the host was released, and nothing is drawn. The list holds it weakly: keep it in a property.")
        }
        checkUndoTarget()
        if display.elements.isEmpty || display.elements[0].attributes.frame.isEmpty,
            log.diagnostics.count(of: .zeroSizes) == 0,
            let fault = zeroSizes()
        {
            report(fault)
        }
    }

    func checkUndoTarget() {
        guard attached.hasUndoTarget, undoTarget == nil else { return }
        attached.hasUndoTarget = false
        report(
            .releasedUndoTarget, nil,
            "the undo target was released, and nothing can be undone. The list holds it weakly: keep it in a property.")
    }

    private func reportLayoutDiagnostics() {
        let new = layout.diagnosticTotal - log.knownOfLayout
        log.knownOfLayout = layout.diagnosticTotal
        for diagnostic in layout.diagnostics.recent.suffix(max(0, new)) {
            let element =
                diagnostic.section < 0
                ? nil : ElementPath(section: diagnostic.section, item: diagnostic.item ?? 0)
            report(
                CollectionViewDiagnostic(
                    code: .unusableLayoutValue, element: element, message: "\(diagnostic)", layout: diagnostic))
        }
    }

    /// A report if all visible elements have an empty frame because the first item has no width or height. Nil if the
    /// layout already reported an unusable value.
    private func zeroSizes() -> CollectionViewDiagnostic? {
        guard log.diagnostics.count(of: .unusableLayoutValue) == 0, !geometry.bounds.isEmpty, layout.numberOfItems > 0,
            display.elements.allSatisfy({ $0.attributes.frame.isEmpty }),
            let section = (0..<layout.numberOfSections).first(where: { layout.numberOfItems(inSection: $0) > 0 })
        else { return nil }
        let size = layout.frame(ofItem: 0, inSection: section).size
        guard size.width <= 0 || size.height <= 0 else { return nil }
        return CollectionViewDiagnostic(
            code: .zeroSizes, element: .item(0, inSection: section),
            message:
                "its size is \(size.width) x \(size.height), so it cannot be seen. Return a width and a height above 0."
        )
    }

    // MARK: The first screen

    /// The time that a program may take until the list is on the screen, in nanoseconds.
    private static let patience: UInt64 = 3_000_000_000

    /// Schedules a check of the first screen, which needs a running main queue.
    func watchFirstScreen() {
        guard !attached.isWatched, dataSource != nil || host != nil else { return }
        attached.isWatched = true
        Task { [weak self] in
            try? await Task.sleep(nanoseconds: Self.patience)
            self?.explainBlankScreen()
        }
    }

    /// Finds the reason why the list is blank, and reports it in ``diagnostics``.
    ///
    /// The list calls it once, three seconds after it received its first data source or host, if the main queue runs.
    /// Call it yourself if the program's loop does not run the main queue, or if the list is blank later.
    /// - Returns: The reason. Nil if something is visible, or if the data source has no items.
    @discardableResult
    public func explainBlankScreen() -> CollectionViewDiagnostic? {
        guard !isBusy else { return nil }
        let isReleased = attached.hasDataSource && dataSource == nil
        checkDataSource()
        if isReleased { return log.diagnostics.recent.last }
        guard let fault = blankScreen() else { return nil }
        report(fault)
        return fault
    }

    private func blankScreen() -> CollectionViewDiagnostic? {
        func fault(_ code: CollectionViewDiagnostic.Code, _ message: String) -> CollectionViewDiagnostic {
            CollectionViewDiagnostic(code: code, message: message)
        }
        if dataSource == nil {
            return fault(
                .missingDataSource,
                "the list has no data source. Set dataSource, or call attach(to:) of a ListDataSource.")
        }
        // On a hidden page nothing is missing.
        if host?.isOnScreen == false { return nil }
        if due.needsPass, display.elements.isEmpty {
            return host == nil
                ? fault(.missingHost, "the list has no host that draws it, and was not laid out. Set host.")
                : fault(
                    .unansweredFrame,
                    "the list waits to be laid out. Call layoutIfNeeded() before each frame after requestFrame().")
        }
        if geometry.bounds.isEmpty {
            return fault(
                .emptyBounds,
                "the bounds are \(geometry.bounds.width) x \(geometry.bounds.height). "
                    + (host == nil
                        ? "Set bounds to the size on the screen."
                        : "The host sets bounds when it is on the screen: give it a size there. "
                            + "If it does not, set bounds to the size on the screen."))
        }
        return zeroSizes()
    }
}
