#if canImport(UIKit)
    import ListEngine
    import UIKit

    // The descriptions that VoiceOver reads.
    extension UIKitHost {
        /// The shown views in reading order. The order of subviews is that in which cells were reused.
        var describedViews: [UIView] {
            describeViews()
            let views = list.visibleViews.compactMap { view in
                view.accessibilityRole == .ornament ? nil : view.hostView as? UIView
            }
            return input.index.superview == nil ? views : views + [input.index]
        }

        func describeViews() {
            for view in list.visibleViews { describe(view) }
        }

        private func describe(_ view: CollectionReusableView) {
            guard let shown = view.hostView as? UIView, let description = list.accessibilityDescription(of: view)
            else { return }
            // The program's own views inside of a cell without a text are read instead of the cell.
            let hasLabel = description.label.map { !$0.isEmpty } ?? false
            shown.isAccessibilityElement = hasLabel
            shown.accessibilityLabel = description.label
            shown.accessibilityValue = Self.value(of: description)
            shown.accessibilityTraits = Self.traits(of: description)
            shown.accessibilityCustomActions = list.accessibilityActions(of: view).map { action in
                UIAccessibilityCustomAction(name: action.name) { _ in
                    action.perform()
                    return true
                }
            }
        }

        private static func value(of description: AccessibilityDescription) -> String? {
            let state = description.isExpanded.map { $0 ? ListText.isExpanded.text : ListText.isCollapsed.text }
            let words = [description.value, state].compactMap(\.self).filter { !$0.isEmpty }
            return words.isEmpty ? nil : words.joined(separator: ", ")
        }

        private static func traits(of description: AccessibilityDescription) -> UIAccessibilityTraits {
            var traits: UIAccessibilityTraits =
                switch description.role {
                case .heading: .header
                case .button, .checkBox: .button
                case .image: .image
                case .link: .link
                case .text: .staticText
                case .listItem, .ornament, nil: []
                }
            if description.isSelected == true { traits.insert(.selected) }
            return traits
        }

        /// Which items are on the screen.
        var scrollStatus: String? {
            let paths = list.indexPathsForVisibleItems
            guard let first = paths.first, let last = paths.last else { return nil }
            func place(_ path: IndexPath) -> Int {
                (0..<path.section).reduce(path.item + 1) { $0 + list.numberOfItems(inSection: $1) }
            }
            let count = (0..<list.numberOfSections).reduce(0) { $0 + list.numberOfItems(inSection: $1) }
            return ListText.shownItems.text("\(place(first))", "\(place(last))", "\(count)")
        }
    }
#endif
