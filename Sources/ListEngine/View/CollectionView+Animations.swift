import Foundation
import ListEngineLayout

// The descriptions by which the host animates an update, and how the update ends.
extension CollectionView {
    /// Closes the transaction of an update and lets the host run the animations.
    func finishUpdate(_ completion: UpdateCompletion?) {
        let update = hosting.update
        let generation = hosting.generation
        var animations: [ElementAnimation] = []
        if let update, update.isAnimated, host != nil { animations = self.animations(of: update) }
        // A new host has nothing to animate.
        if generation != hosting.generation { animations = [] }
        var departing: [CollectionReusableView] = []
        if let update { for element in update.departing { departing.append(element.view) } }
        endTransaction()
        if departing.isEmpty, animations.isEmpty {
            if let completion { transaction.ends.call { completion(.applied) } }
            if !isBusy { didEndPass() }
            return runIdleWork()
        }
        let running = RunningAnimation(departing, in: self) { [transaction] in
            if let completion { transaction.ends.call { completion(.applied) } }
        }
        if let host, !animations.isEmpty {
            hosting.runningAnimations.append(AnimationToken(running))
            let token = AnimationToken(running)
            host.run(animations) { token.end() }
        } else {
            running.end()
        }
        if !isBusy { didEndPass() }
        runIdleWork()
    }

    private func animations(of transition: ShownUpdate) -> [ElementAnimation] {
        let shift = CGPoint(
            x: geometry.bounds.minX - transition.offset.x, y: geometry.bounds.minY - transition.offset.y)
        func shifted(_ attributes: LayoutAttributes) -> LayoutAttributes {
            var attributes = attributes
            attributes.frame = attributes.frame.offsetBy(dx: shift.x, dy: shift.y)
            return attributes
        }
        var animations: [ElementAnimation] = []
        for element in transition.departing {
            guard let known = transition.shown[ObjectIdentifier(element.view)] else { continue }
            let initial = shifted(known)
            var final = initial
            if element.isMovingOut, let place = whereNow(element.key) {
                final.frame = place
                animations.append(ElementAnimation(change: .moving, view: element.view, initial: initial, final: final))
                continue
            }
            final.alpha = 0
            transaction.notifiesOfBefore = true
            final = delegate?.collectionView(self, finalLayoutAttributesForDisappearing: initial) ?? final
            transaction.notifiesOfBefore = false
            animations.append(
                ElementAnimation(change: .disappearing, view: element.view, initial: initial, final: final))
        }
        for element in display.elements {
            let final = element.attributes
            var initial = final
            var change = ElementAnimation.Change.moving
            if let known = transition.shown[ObjectIdentifier(element.view)] {
                let start = shifted(known)
                initial.frame = start.frame
                initial.alpha = start.alpha
            } else if final.category == .item, let old = transition.edit.oldPath(final.path),
                !transition.edit.isReloaded(old), !transition.edit.isReloaded(section: old.section)
            {
                initial.frame = shifted(transition.attributesBefore(of: old)).frame
            } else {
                change = .appearing
                initial.alpha = 0
                initial = delegate?.collectionView(self, initialLayoutAttributesForAppearing: final) ?? initial
            }
            if initial != final {
                animations.append(ElementAnimation(change: change, view: element.view, initial: initial, final: final))
            }
        }
        if display.columns.isUsed { animations += fieldAnimations(of: animations) }
        return animations
    }

    /// Fields move with the view that they belong to.
    private func fieldAnimations(of animations: [ElementAnimation]) -> [ElementAnimation] {
        var result: [ElementAnimation] = []
        for animation in animations {
            guard let row = animation.view.fieldRow, let owner = animation.view.storedAttributes else { continue }
            for field in row.views {
                guard let attributes = field.storedAttributes else { continue }
                func moved(_ place: LayoutAttributes) -> LayoutAttributes {
                    var moved = attributes
                    moved.frame = moved.frame.offsetBy(
                        dx: place.frame.minX - owner.frame.minX, dy: place.frame.minY - owner.frame.minY)
                    moved.alpha = place.alpha
                    return moved
                }
                result.append(
                    ElementAnimation(
                        change: animation.change, view: field, initial: moved(animation.initial),
                        final: moved(animation.final)))
            }
        }
        return result
    }

    /// The position of an element that is no longer visible.
    private func whereNow(_ key: ElementKey) -> CGRect? {
        let path = key.path
        switch path.category {
        case .item:
            let place = presentedPath(path)
            return presentedLayout.frame(ofItem: place.item, inSection: place.section)
        case .header: return path.section < 0 ? nil : layout.frameForHeader(inSection: path.section)
        case .footer: return path.section < 0 ? nil : layout.frameForFooter(inSection: path.section)
        case .supplementary, .decoration: return nil
        }
    }
}
