import Foundation
import ListEngineLayout

// The part of a pass that shows what is visible. The found elements are matched with the shown ones, by place where both are
// in order. Views whose elements are gone are removed, and others are made and measured until no place changes.

extension CollectionView {
    private static let mostMeasurements = 64

    func showVisible() {
        // Exchanged, because a copy would be counted.
        var memory = PassMemory()
        swap(&memory, &display.memory)
        showVisible(&memory)
        memory.made.removeAll(keepingCapacity: true)
        display.memory = memory
    }

    private func showVisible(_ memory: inout PassMemory) {
        // Elements are matched by name if sizes are measured and places change, otherwise by place.
        let prepared = scrolling.target == nil ? [:] : measureAroundTarget(measured: [:])
        guard !loadsEverything else { return giveUpRound(memory, prepared) }
        findVisible(&memory.found)
        if prepared.isEmpty, display.unmeasured.isEmpty, updateWhatStays(memory.found) { return }
        let partners = partners
        showVisible(&memory, prepared, partners)
    }

    /// Shows the elements that were found, and measures them until their places no longer change.
    private func showVisible(
        _ memory: inout PassMemory, _ prepared: [ElementKey: CollectionReusableView], _ partners: Partners
    ) {
        var prepared = prepared
        var measurements = 0
        while true {
            if !matchInOrder(&memory) { matchByName(&memory) }
            endWhatLeft(memory, partners)
            var preferences: [SizePreference] = []
            let staying = unmeasuredViews()
            let mayBeUnseen = sizing.measuredSizes.hasUnseen
            for place in memory.found.indices {
                guard !loadsEverything else { return giveUpRound(memory, prepared) }
                let element = memory.found[place]
                if memory.isDisplayed[place] {
                    if !staying.isEmpty, let view = staying[ElementKey(element)],
                        let preference = sizePreference(of: view, for: element)
                    {
                        preferences.append(preference)
                    }
                    continue
                }
                if !prepared.isEmpty, let view = prepared.removeValue(forKey: ElementKey(element)) {
                    memory.made[place] = view
                    continue
                }
                let view = makeView(for: element, partners)
                memory.made[place] = view
                if element.isEstimated || mayBeUnseen || element.category != .item,
                    let preference = sizePreference(of: view, for: element)
                {
                    preferences.append(preference)
                }
            }
            guard !loadsEverything else { return giveUpRound(memory, prepared) }
            if !display.unmeasured.isEmpty { display.unmeasured = [] }
            guard !preferences.isEmpty else { break }
            measurements += 1
            sizing.rounds += 1
            guard measurements < Self.mostMeasurements else {
                report(.unsettled, nil, "sizes were measured \(measurements) times in one pass.")
                setNeedsLayout()
                break
            }
            for place in memory.found.indices {
                if let view = memory.made[place] { prepared[ElementKey(memory.found[place])] = view }
            }
            memory.made.removeAll(keepingCapacity: true)
            applySizes(preferences, keeping: anchoring.keptPlace(in: self, except: Set(preferences.map(\.path))))
            // After two measurements the estimates are far from the sizes. The other visible elements are found by a
            // walk instead of another guess.
            if measurements == 2, scrolling.target == nil, !loadsEverything {
                scrolling.target = restingPlace()
                prepared.merge(measureAroundTarget(measured: prepared)) { first, _ in first }
                scrolling.target = nil
            }
            guard !loadsEverything else { return giveUpRound(memory, prepared) }
            findVisible(&memory.found)
            if prepared.isEmpty, display.unmeasured.isEmpty, updateWhatStays(memory.found) { return }
        }
        show(memory, partners)
        // These views were made for estimated positions, and are not visible after the measurement.
        for view in prepared.values { pool(view) }
        display.most = max(display.most, display.elements.count)
    }

    /// Whether a full reload is due. The data source is then not called any more, and its results are not
    /// shown.
    private func giveUpRound(_ memory: PassMemory, _ prepared: [ElementKey: CollectionReusableView]) {
        for view in memory.made { if let view { pool(view) } }
        for view in prepared.values { pool(view) }
    }

    private func findVisible(_ found: inout [LayoutAttributes]) {
        movePlacementOrigin()
        found.removeAll(keepingCapacity: true)
        var viewport = viewport
        let layout = presentedLayout
        layout.appendElements(in: viewport, cursor: &display.cursor, to: &found)
        if layout.hasCentredSections, scrolling.startCentredSections(of: found, in: layout) {
            viewport = self.viewport
            found.removeAll(keepingCapacity: true)
            layout.appendElements(in: viewport, cursor: &display.cursor, to: &found)
        }
        layout.applyVisibleItemsHandlers(to: &found, in: viewport)
        if let elementsAdjuster = display.adjuster, elementsAdjuster.adjustsElements {
            adjust(&found, with: elementsAdjuster)
        }
        if reorderer.draggedItem != nil, let reordering = reorderer.reordering {
            reorderer.nameByData(&found, reordering)
        }
        if let held = display.heldItem, isInList(held), !found.contains(where: { $0.path == held }) {
            let place = presentedPath(held)
            var attributes = layout.layoutAttributesForItem(place.item, inSection: place.section)
            (attributes.section, attributes.item) = (held.section, held.item)
            found.append(attributes)
        }
    }

    /// If the same elements are visible as before, moves those that moved. Returns false if other elements are
    /// visible.
    private func updateWhatStays(_ found: [LayoutAttributes]) -> Bool {
        let shown = display.elements
        guard found.count == shown.count else { return false }
        var change: Int?
        for place in found.indices {
            guard shown[place].key.names(found[place]) else { return false }
            if change == nil, !found[place].hasSameBits(as: shown[place].attributes) { change = place }
        }
        guard let change else { return true }
        let partners = partners
        for place in change..<found.count where found[place] != shown[place].attributes {
            update(place, to: found[place], partners)
        }
        return true
    }

    /// Marks the elements that are already displayed, and collects the displayed ones that are no longer needed. Both
    /// lists are usually in reading order, so they are compared in one pass. Returns false if they are not in order,
    /// or if two elements differ only in their kind.
    private func matchInOrder(_ memory: inout PassMemory) -> Bool {
        let (found, shown) = (memory.found, display.elements)
        memory.startMatching(found.count)
        // The next found element, whose path is `next`, and the path of the shown element before the current one.
        var place = 0
        guard var next = found.first?.path, var last = shown.first?.key.path else {
            memory.left.append(contentsOf: shown.indices)
            return isInOrder(found)
        }
        for old in shown.indices {
            let path = shown[old].key.path
            if old > 0, !last.isBefore(path) { return false }
            last = path
            while place < found.count, next.isBefore(path) {
                guard moveOn(&place, &next, in: found) else { return false }
            }
            if place < found.count, next == path {
                guard found[place].kind == shown[old].key.kind else { return false }
                memory.isDisplayed[place] = true
                guard moveOn(&place, &next, in: found) else { return false }
            } else {
                memory.left.append(old)
            }
        }
        while place < found.count { guard moveOn(&place, &next, in: found) else { return false } }
        return true
    }

    /// Goes on to the next element. Returns false if it is not after the current one.
    @inline(__always)
    private func moveOn(_ place: inout Int, _ path: inout ElementPath, in found: [LayoutAttributes]) -> Bool {
        place += 1
        guard place < found.count else { return true }
        let next = found[place].path
        defer { path = next }
        return path.isBefore(next)
    }

    private func isInOrder(_ found: [LayoutAttributes]) -> Bool {
        guard var path = found.first?.path else { return true }
        var place = 0
        while place < found.count { guard moveOn(&place, &path, in: found) else { return false } }
        return true
    }

    /// Does the same by name, in any order. If two elements have the same name, the first one is kept.
    private func matchByName(_ memory: inout PassMemory) {
        memory.foundPlaces.removeAll(keepingCapacity: true)
        var kept = 0
        for place in memory.found.indices {
            let element = memory.found[place]
            let key = ElementKey(element)
            guard memory.foundPlaces[key] == nil else {
                report(.duplicateElement, key.path, "two elements of kind \(key.kind) have this name. Use two kinds.")
                continue
            }
            memory.foundPlaces[key] = kept
            memory.found[kept] = element
            kept += 1
        }
        memory.found.removeLast(memory.found.count - kept)
        memory.startMatching(kept)
        let shown = display.elements
        for old in shown.indices {
            if let place = memory.foundPlaces[shown[old].key] {
                memory.isDisplayed[place] = true
            } else {
                memory.left.append(old)
            }
        }
    }

    private func endWhatLeft(_ memory: PassMemory, _ partners: Partners) {
        guard !memory.left.isEmpty else { return }
        var ended = display.elements
        display.elements = []
        if memory.left.count < ended.count {
            var kept: [DisplayedElement] = []
            kept.reserveCapacity(ended.count)
            var left: [DisplayedElement] = []
            left.reserveCapacity(memory.left.count)
            for place in ended.indices {
                if left.count < memory.left.count, memory.left[left.count] == place {
                    left.append(ended[place])
                } else {
                    kept.append(ended[place])
                }
            }
            (ended, display.elements) = (left, kept)
        }
        for place in ended.indices { endDisplaying(ended, at: place, isMovingOut: true, partners) }
        guard display.elements.isEmpty else { return }
        // The memory is used again.
        ended.removeAll(keepingCapacity: true)
        display.elements = ended
    }

    /// Makes `displayed` equal to the found elements, in their order.
    private func show(_ memory: PassMemory, _ partners: Partners) {
        for place in memory.found.indices {
            let element = memory.found[place]
            if loadsEverything {
                // The next round removes the views that are displayed by now.
                if let view = memory.made[place] { pool(view) }
                continue
            }
            if memory.isDisplayed[place] {
                let key = ElementKey(element)
                if display.elements[place].key != key {
                    // The order of elements changed.
                    guard let old = display.elements.firstIndex(where: { $0.key == key }) else { continue }
                    display.change { $0.insert($0.remove(at: old), at: place) }
                }
                update(place, to: element, partners)
            } else if let view = memory.made[place] {
                startDisplaying(view, element, at: place, partners)
            }
        }
    }

    /// Moves a shown element if its attributes changed.
    private func update(_ place: Int, to attributes: LayoutAttributes, _ partners: Partners) {
        guard display.elements[place].attributes != attributes else { return }
        let view = display.elements[place].view
        display.change { $0[place].attributes = attributes }
        put(view, attributes, partners)
    }

    func put(_ view: CollectionReusableView, _ attributes: LayoutAttributes, _ partners: Partners) {
        view.storedAttributes = attributes
        move(view, attributes, partners)
    }

    /// Moves a view to the place of the attributes that it has.
    private func move(_ view: CollectionReusableView, _ attributes: LayoutAttributes, _ partners: Partners) {
        view.storedFrame = attributes.frame
        view.apply(attributes)
        place(view, attributes, partners)
    }

    func place(_ view: CollectionReusableView, _ attributes: LayoutAttributes, _ partners: Partners) {
        if view.hostGeneration != hosting.generation { rehost(view) }
        // Otherwise another host was set in the call, and was given all shown views.
        guard view.hostGeneration == hosting.generation else { return }
        withCurrent(partners) {
            $0.host?.place(view, at: ElementPlacement(attributes, relativeTo: hosting.placementOrigin))
        }
    }

    func startDisplaying(
        _ view: CollectionReusableView, _ attributes: LayoutAttributes, at place: Int, _ partners: Partners
    ) {
        let key = ElementKey(attributes)
        display.change {
            // Made where it is stored: a copy would be counted.
            if place == $0.count {
                $0.append(DisplayedElement(key: key, attributes: attributes, view: view))
            } else {
                $0.insert(DisplayedElement(key: key, attributes: attributes, view: view), at: place)
            }
        }
        view.storedAttributes = attributes
        let cell = key.path.category == .item ? view as? CollectionViewCell : nil
        if let cell {
            cell.isSelected = !selection.isEmpty && selection.contains(key.path)
            cell.isHighlighted = touches.highlighted == key.path
            let isFocused = keyboard.focus == key.path
            if cell.isFocused != isFocused { cell.isFocused = isFocused }
            if isFocused { keyboard.fields.showState(of: cell, at: key.path) }
            if cell.isEditing != isEditing { cell.isEditing = isEditing }
            let isDragged = reorderer.isDragging(key.path)
            if cell.isReordering != isDragged { cell.isReordering = isDragged }
            if place + 1 < display.elements.count { separatorMayChange(belowCellAt: place) }
        }
        guard !loadsEverything else {
            // The data no longer contains the element.
            display.change { _ = $0.remove(at: place) }
            return pool(view)
        }
        withCurrent(partners) { willDisplay(view, cell, key, $0) }
        move(view, attributes, partners)
    }

    // Chained, because an unwrapped copy of a reference would be counted.

    @inline(__always)
    private func willDisplay(
        _ view: CollectionReusableView, _ cell: CollectionViewCell?, _ key: ElementKey, _ partners: Partners
    ) {
        guard let cell else {
            partners.delegate?.collectionView(
                self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.path.indexPath)
            return
        }
        partners.willDisplay(cell, at: key.path, in: self)
    }

    @inline(__always)
    private func didEndDisplaying(
        _ view: CollectionReusableView, _ cell: CollectionViewCell?, _ key: ElementKey, _ partners: Partners
    ) {
        guard let cell else {
            partners.delegate?.collectionView(
                self, didEndDisplayingSupplementaryView: view, forElementKind: key.kind, at: key.path.indexPath)
            return
        }
        partners.didEndDisplaying(cell, at: key.path, in: self)
    }

    /// Removes a view that is no longer in `displayed` from the screen.
    ///
    /// Takes the array, because a copy of an element costs as much as the rest.
    func endDisplaying(
        _ elements: [DisplayedElement], at place: Int, isMovingOut: Bool = false, _ partners: Partners
    ) {
        let view = elements[place].view
        let key = elements[place].key
        touches.forget(view)
        if let update = hosting.update, update.isAnimated, view.hostGeneration == hosting.generation,
            update.shown[ObjectIdentifier(view)] != nil
        {
            view.use = .departing
            var element = elements[place]
            element.isMovingOut = isMovingOut
            update.departing.append(element)
        } else {
            pool(view, partners)
        }
        withCurrent(partners) { partners in
            let isItem = key.path.category == .item
            guard partners.delegate != nil, !isItem || partners.reportsCells || isNotifyingOfBefore else { return }
            let cell = isItem ? view as? CollectionViewCell : nil
            didEndDisplaying(view, cell, key, partners)
        }
    }
}
