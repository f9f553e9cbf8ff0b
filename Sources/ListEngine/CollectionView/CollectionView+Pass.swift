import Foundation
import ListEngineLayout

// A pass brings the views up to date: load what was asked to be loaded, find what is visible, take away what left, make
// what came, measure, and when nothing moves any more, show. Callbacks may ask for more (scroll, reload); that is done in
// another round of the same pass. Nothing but the pass itself changes `displayed` while it runs.

/// Hears of each pass, when what is visible is shown.
@MainActor
protocol PassObserver: AnyObject {
    func didLayOut(_ collectionView: CollectionView)
}

extension CollectionView {
    private static let mostRounds = 16
    private static let mostMeasurements = 64

    /// Does what has been asked for since the last pass. Called by a host before each frame that it was asked for, and by
    /// a program that wants to look at what is visible.
    /// - Complexity: O(log of the items + *v*) without a reload; O(*S*) and the layout's own cost with one.
    public func layoutIfNeeded() {
        guard needsPass, !isInPass, batch == nil else { return }
        isInPass = true
        var rounds = 0
        while needsPass, rounds < Self.mostRounds {
            needsPass = false
            let reload = pendingReload
            pendingReload = .none
            if reload != .none { rebuild(reload) }
            showVisible()
            rounds += 1
        }
        isInPass = false
        scrollTarget = nil
        if needsPass {
            report(.unsettled, nil, "each of \(rounds) rounds asked for another one. Do not scroll or reload for ever.")
            host?.requestFrame()
        }
        prefetch()
        passObserver?.didLayOut(self)
        runIdleWork()
    }

    // MARK: Loading

    private func rebuild(_ reload: Reload) {
        let place = reload == .everything ? nil : placeBeforeLayout ?? keptPlace()
        placeBeforeLayout = nil
        let before = presentedLayout
        let counts: [Int]
        if reload == .everything {
            cancelReordering("everything is loaded again.")
            endInteractions()
            let cancelled = renumberPrefetching(nil)
            isEndingWhatWas = true
            for element in displayed { endDisplaying(element) }
            displayed.removeAll(keepingCapacity: true)
            selection.removeAll()
            (highlighted, touched, focus, scrollTarget) = (nil, nil, nil, nil)
            animatedTarget = nil
            measuredSizes.removeAll()
            pendingMeasurements.removeAll()
            tellCancelled(cancelled)
            isEndingWhatWas = false
            counts = askedCounts()
        } else {
            counts = (0..<layout.numberOfSections).map { layout.numberOfItems(inSection: $0) }
        }
        if reload != .container || !isLaidOutInContainer() { layout = laidOut(counts) }
        if reload != .everything {
            restoreMeasuredSizes()
            measureShownElements()
        }
        layoutDidChangeUnderReordering(keepsBefore: false)
        restore(place, from: before, reload == .everything ? .reload : .layout)
    }

    func askedCounts() -> [Int] {
        guard let dataSource else { return [] }
        dataSource.collectionView(self, willLoad: .everything)
        let sections = dataSource.numberOfSections(in: self)
        if sections < 0 {
            report(.negativeCount, nil, "\(sections) sections count as 0. Answer 0 or more.")
            return []
        }
        return (0..<sections).map { askedCount($0, dataSource) }
    }

    func askedCount(_ section: Int, _ dataSource: any CollectionViewDataSource) -> Int {
        let count = dataSource.collectionView(self, numberOfItemsInSection: section)
        if count < 0 {
            report(
                .negativeCount, ElementPath(section: section, item: 0),
                "\(count) items of section \(section) count as 0. Answer 0 or more.")
        }
        return max(0, count)
    }

    /// Lays the sections that are there out for other bounds. False: all are to be laid out anew, one by one if need be.
    private func isLaidOutInContainer() -> Bool {
        let change = try? layout.relayout(in: container, by: recipe)
        return change != nil
    }

    func laidOut(_ counts: [Int]) -> CollectionViewLayout {
        do {
            return try recipe.layout(itemCounts: counts, in: container)
        } catch {
            report(.layoutFailed, nil, "\(error)")
        }
        // One by one, so that only what cannot be laid out shows nothing.
        var layout = CollectionViewLayout(container: container, scrollDirection: recipe.scrollDirection)
        for (section, count) in counts.enumerated() {
            let change = try? layout.insertSection(at: section, itemCount: count, by: recipe)
            if change == nil {
                report(.layoutFailed, ElementPath(section: section, item: 0), "section \(section) shows nothing.")
                // Cannot fail: lengths of 0, and counts that the layout has taken elsewhere.
                _ = try? layout.append(.list(count: count, height: 0))
            }
        }
        return layout
    }

    func tellContentSize() {
        let size = presentedLayout.contentSize
        guard size != hostContentSize else { return }
        hostContentSize = size
        host?.setContentSize(size)
    }

    // MARK: Showing

    private func showVisible() {
        // By name, where sizes are measured and places change; else by place.
        var prepared = scrollTarget == nil ? [:] : measureAroundTarget(measured: [:])
        var measurements = 0
        while true {
            findVisible()
            if prepared.isEmpty, unmeasured.isEmpty, updateWhatStays() { return }
            if !matchInOrder() { matchByName() }
            endWhatLeft()
            var wishes: [SizeWish] = []
            let staying = unmeasuredViews()
            for (place, element) in found.enumerated() {
                if isDisplayed[place] {
                    if !staying.isEmpty, let view = staying[ElementKey(element)],
                        let wish = sizeWish(of: view, for: element)
                    {
                        wishes.append(wish)
                    }
                    continue
                }
                if !prepared.isEmpty, let view = prepared.removeValue(forKey: ElementKey(element)) {
                    made[place] = view
                    continue
                }
                let view = makeView(for: element)
                made[place] = view
                if let wish = sizeWish(of: view, for: element) { wishes.append(wish) }
            }
            unmeasured.removeAll()
            guard !wishes.isEmpty else { break }
            measurements += 1
            measuringRounds += 1
            guard measurements < Self.mostMeasurements else {
                report(.unsettled, nil, "sizes were measured \(measurements) times in one pass.")
                setNeedsLayout()
                break
            }
            for place in found.indices { if let view = made[place] { prepared[ElementKey(found[place])] = view } }
            take(wishes, keeping: keptPlace(except: Set(wishes.map(\.path))))
            // Estimates are far off: what else will be seen is found by walking, not by guessing again.
            if measurements == 2, scrollTarget == nil {
                scrollTarget = restingPlace()
                prepared.merge(measureAroundTarget(measured: prepared)) { first, _ in first }
                scrollTarget = nil
            }
        }
        show()
        made.removeAll(keepingCapacity: true)
        // Made for an estimate, and out of sight once measured.
        for view in prepared.values { pool(view) }
        mostDisplayed = max(mostDisplayed, displayed.count)
    }

    private func findVisible() {
        movePlacementOrigin()
        found.removeAll(keepingCapacity: true)
        let viewport = viewport
        let layout = presentedLayout
        layout.forEachElement(in: viewport, cursor: &cursor) { found.append($0) }
        layout.applyVisibleItemsHandlers(to: &found, in: viewport)
        if let elementsAdjuster { adjustFound(with: elementsAdjuster) }
        if let reordering { nameFoundByData(reordering) }
    }

    /// Where the same elements are visible as before, moves those that moved. False: others are.
    private func updateWhatStays() -> Bool {
        guard found.count == displayed.count else { return false }
        for place in found.indices where ElementKey(found[place]) != displayed[place].key { return false }
        for place in found.indices { update(place, to: found[place]) }
        return true
    }

    /// Marks what is displayed already, and what of it has left: both lists are in reading order, as a rule, and walked
    /// side by side. False: they are not, or hold elements that their kinds tell apart.
    private func matchInOrder() -> Bool {
        startMatching(found.count)
        var place = 0
        var last: ElementPath?
        for (old, element) in displayed.enumerated() {
            while place < found.count {
                let path = found[place].path
                if path == element.key.path {
                    guard found[place].kind == element.key.kind else { return false }
                    break
                }
                guard path < element.key.path else { break }
                if let last, !(last < path) { return false }
                last = path
                place += 1
            }
            if let last, !(last < element.key.path) { return false }
            if place < found.count, found[place].path == element.key.path {
                isDisplayed[place] = true
                last = element.key.path
                place += 1
            } else {
                left.append(old)
            }
        }
        while place < found.count {
            let path = found[place].path
            if let last, !(last < path) { return false }
            last = path
            place += 1
        }
        return true
    }

    /// The same by name, in any order. Of two elements of one name the first is kept.
    private func matchByName() {
        foundPlaces.removeAll(keepingCapacity: true)
        var kept = 0
        for place in found.indices {
            let element = found[place]
            let key = ElementKey(element)
            guard foundPlaces[key] == nil else {
                report(.duplicateElement, key.path, "two elements of kind \(key.kind) have this name. Use two kinds.")
                continue
            }
            foundPlaces[key] = kept
            found[kept] = element
            kept += 1
        }
        found.removeLast(found.count - kept)
        startMatching(kept)
        for (old, element) in displayed.enumerated() {
            if let place = foundPlaces[element.key] { isDisplayed[place] = true } else { left.append(old) }
        }
    }

    private func startMatching(_ count: Int) {
        left.removeAll(keepingCapacity: true)
        isDisplayed.removeAll(keepingCapacity: true)
        isDisplayed.append(contentsOf: repeatElement(false, count: count))
        made.removeAll(keepingCapacity: true)
        made.append(contentsOf: repeatElement(nil, count: count))
    }

    private func endWhatLeft() {
        guard !left.isEmpty else { return }
        var ended: [DisplayedElement] = []
        ended.reserveCapacity(left.count)
        for place in left { ended.append(displayed[place]) }
        if ended.count == displayed.count {
            displayed.removeAll(keepingCapacity: true)
        } else {
            var next = 0
            var kept = 0
            for place in displayed.indices {
                if next < left.count, left[next] == place {
                    next += 1
                } else {
                    if kept != place { displayed[kept] = displayed[place] }
                    kept += 1
                }
            }
            displayed.removeLast(displayed.count - kept)
        }
        for element in ended { endDisplaying(element, isMovingOut: true) }
    }

    /// Brings `displayed` to what was found, in its order.
    private func show() {
        for place in found.indices {
            let element = found[place]
            if isDisplayed[place] {
                let key = ElementKey(element)
                if displayed[place].key != key {
                    // Elements have changed their order.
                    guard let old = displayed.firstIndex(where: { $0.key == key }) else { continue }
                    displayed.insert(displayed.remove(at: old), at: place)
                }
                update(place, to: element)
            } else if let view = made[place] {
                startDisplaying(view, element, at: place)
            }
        }
    }

    /// Moves an element that stays, where its attributes are others.
    private func update(_ place: Int, to attributes: LayoutAttributes) {
        guard displayed[place].attributes != attributes else { return }
        displayed[place].attributes = attributes
        put(displayed[place].view, attributes)
    }

    func put(_ view: CollectionReusableView, _ attributes: LayoutAttributes) {
        view.layoutAttributes = attributes
        view.frame = attributes.frame
        view.apply(attributes)
        host?.place(view, at: ElementPlacement(attributes, relativeTo: placementOrigin))
    }

    func startDisplaying(_ view: CollectionReusableView, _ attributes: LayoutAttributes, at place: Int) {
        let key = ElementKey(attributes)
        displayed.insert(DisplayedElement(key: key, attributes: attributes, view: view), at: place)
        view.layoutAttributes = attributes
        if key.path.category == .item, let cell = view as? CollectionViewCell {
            cell.isSelected = selection.contains(key.path)
            cell.isHighlighted = highlighted == key.path
            if cell.isEditing != isEditing { cell.isEditing = isEditing }
            let isDragged = reordering?.move.from == key.path
            if cell.isReordering != isDragged { cell.isReordering = isDragged }
            delegate?.collectionView(self, willDisplay: cell, forItemAt: key.path.indexPath)
        } else {
            delegate?.collectionView(
                self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.path.indexPath)
        }
        put(view, attributes)
    }

    /// Takes a view from the screen that is no longer in `displayed`.
    func endDisplaying(_ element: DisplayedElement, isMovingOut: Bool = false) {
        if let transition, transition.isAnimated, host != nil,
            transition.shown[ObjectIdentifier(element.view)] != nil
        {
            element.view.use = .departing
            var element = element
            element.isMovingOut = isMovingOut
            transition.departing.append(element)
        } else {
            pool(element.view)
        }
        tellEnd(of: element)
    }

    func tellEnd(of element: DisplayedElement) {
        guard let delegate else { return }
        let indexPath = element.key.path.indexPath
        if let cell = element.view as? CollectionViewCell, element.key.path.category == .item {
            delegate.collectionView(self, didEndDisplaying: cell, forItemAt: indexPath)
        } else {
            delegate.collectionView(
                self, didEndDisplayingSupplementaryView: element.view, forElementKind: element.key.kind,
                at: indexPath)
        }
    }

    // MARK: The origin of placements

    /// Moves the origin along where the content was scrolled far from it.
    private func movePlacementOrigin() {
        let step: CGFloat = 4096
        let offset = storedBounds.origin
        guard abs(offset.x - placementOrigin.x) > step || abs(offset.y - placementOrigin.y) > step else { return }
        placementOrigin = CGPoint(x: (offset.x / step).rounded() * step, y: (offset.y / step).rounded() * step)
        guard let host else { return }
        host.setPlacementOrigin(placementOrigin)
        for element in displayed {
            host.place(element.view, at: ElementPlacement(element.attributes, relativeTo: placementOrigin))
        }
    }

    /// Gives a new host views for all that is shown, and takes them from the one before.
    func moveViews(from old: (any CollectionViewHost)?) {
        for view in registry.pooled { old?.remove(view) }
        registry.removeAllPooled()
        for element in displayed { old?.remove(element.view) }
        hostContentSize = nil
        guard let host else { return }
        host.setPlacementOrigin(placementOrigin)
        hostContentSize = presentedLayout.contentSize
        host.setContentSize(presentedLayout.contentSize)
        _ = host.setContentOffset(storedBounds.origin, animated: false)
        for element in displayed {
            element.view.hostView = host.makeView(for: element.view)
            host.place(element.view, at: ElementPlacement(element.attributes, relativeTo: placementOrigin))
        }
        if needsPass { host.requestFrame() }
    }
}
