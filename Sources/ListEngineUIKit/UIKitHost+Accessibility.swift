#if canImport(UIKit)
    import ListEngine
    import ListEngineAdapters
    import UIKit

    // The descriptions that VoiceOver reads.
    extension UIKitHost {
        /// The shown views in reading order. The order of subviews is that in which cells were reused.
        var describedViews: [UIView]? {
            describeViews()
            var views = list.readViews.compactMap { $0.view.hostView as? UIView }
            // The labels and the button of a list without items are read one by one.
            if let empty = list.emptyView?.hostView as? UIView, empty.superview != nil, !empty.isHidden {
                views.append(empty)
            }
            if input.index.superview != nil { views.append(input.index) }
            // Without a list of elements, the subviews are read.
            return views.isEmpty ? nil : views
        }

        func describeViews() {
            for (view, description) in list.readViews { describe(view, description) }
        }

        private func describe(_ view: CollectionReusableView, _ description: AccessibilityDescription) {
            guard let shown = view.hostView as? UIView else { return }
            // The program's own views inside of a cell without a text are read instead of the cell.
            let hasLabel = description.label.map { !$0.isEmpty } ?? false
            // A field in an element could not be reached.
            shown.isAccessibilityElement = hasLabel && (shown as? ContentPartsView)?.hasField != true
            shown.accessibilityLabel = description.label
            shown.accessibilityValue = description.spokenValue
            shown.accessibilityTraits = Self.traits(of: description)
            shown.accessibilityCustomActions = list.accessibilityActions(of: view).map { action in
                UIAccessibilityCustomAction(name: action.name) { _ in
                    action.perform()
                    return true
                }
            }
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
    }
#endif
