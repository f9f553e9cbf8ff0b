#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import ListEngine
    import ListEngineAdapters
    import UniformTypeIdentifiers

    // Items that the user drags out of the list, and items that are dragged over it.
    extension AppKitHost {
        private static let itemType = NSPasteboard.PasteboardType("list-engine.item")

        /// Items of lists, text, addresses, and the media types that the program takes.
        var acceptedTypes: [NSPasteboard.PasteboardType] {
            [Self.itemType, .string, .fileURL, .URL] + list.acceptedMediaTypes.compactMap { Self.type($0) }
        }

        private static func type(_ mediaType: String) -> NSPasteboard.PasteboardType? {
            UTType(mimeType: mediaType).map { NSPasteboard.PasteboardType($0.identifier) }
        }

        func beginSession(_ drag: CollectionDrag, _ event: NSEvent) {
            let paths = drag.indexPaths
            let items = drag.items.enumerated().map { place, item in
                let content = NSPasteboardItem()
                // An item without content for other programs needs a type.
                content.setString("", forType: Self.itemType)
                if let text = item.text { content.setString(text, forType: .string) }
                if let file = item.files.first {
                    content.setString(file.absoluteString, forType: file.isFileURL ? .fileURL : .URL)
                }
                for (type, bytes) in item.data {
                    if let type = Self.type(type) { content.setData(Data(bytes), forType: type) }
                }
                let dragged = NSDraggingItem(pasteboardWriter: content)
                let view = paths.indices.contains(place) ? list.cellForItem(at: paths[place])?.hostView as? NSView : nil
                dragged.setDraggingFrame(
                    view.map { $0.convert($0.bounds, to: document) } ?? .zero, contents: view.flatMap { $0.picture })
                return dragged
            }
            input.drag = drag
            document.beginDraggingSession(with: items, event: event, source: input)
        }

        /// The items that are dragged over the list.
        private func drag(of info: any NSDraggingInfo) -> CollectionDrag {
            let own = (info.draggingSource as? AppKitInput)?.drag
            let drag = own ?? input.foreign ?? CollectionDrag()
            if own == nil { input.foreign = drag }
            // With the option key only a copy is left.
            drag.isCopyRequested = !info.draggingSourceOperationMask.contains(.move)
            return drag
        }

        func dragOver(_ info: any NSDraggingInfo) -> NSDragOperation {
            let point = visible(document.convert(info.draggingLocation, from: nil))
            let drag = drag(of: info)
            switch dragOver(drag, at: point) {
            case .cancel: return []
            case .copy: return .copy
            // Another program keeps its items.
            case .move: return drag === input.foreign ? .copy : .move
            }
        }

        func leaveDrag() {
            input.foreign = nil
            dragDidLeave()
        }

        func drop(_ info: any NSDraggingInfo) -> Bool {
            let point = visible(document.convert(info.draggingLocation, from: nil))
            var drag = drag(of: info)
            if drag === input.foreign { drag = content(of: info.draggingPasteboard) }
            input.foreign = nil
            return drop(drag, at: point) != .cancel
        }

        private func content(of pasteboard: NSPasteboard) -> CollectionDrag {
            let items = pasteboard.pasteboardItems ?? []
            let texts = items.compactMap { $0.string(forType: .string) }
            let files = items.compactMap { $0.string(forType: .fileURL) ?? $0.string(forType: .URL) }
            var data: [String: [UInt8]] = [:]
            for mediaType in list.acceptedMediaTypes where data.isEmpty {
                guard let type = Self.type(mediaType) else { continue }
                data[mediaType] = items.lazy.compactMap { $0.data(forType: type) }.first.map { [UInt8]($0) }
            }
            return CollectionDrag(
                text: texts.isEmpty ? nil : texts.joined(separator: "\n"), files: files.compactMap { URL(string: $0) },
                data: data)
        }
    }

    extension AppKitInput: NSDraggingSource {
        func draggingSession(
            _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
        ) -> NSDragOperation { [.copy, .move] }

        func draggingSession(
            _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation
        ) {
            let ended = drag
            drag = nil
            ended?.end(operation.contains(.move) ? .move : operation.contains(.copy) ? .copy : .cancel)
        }
    }

    // MARK: Menus

    /// The menu that is open.
    @MainActor
    final class OpenMenu: NSObject, NSMenuDelegate {
        private weak var host: AppKitHost?
        let menu: NSMenu

        init(_ content: ItemMenu, _ host: AppKitHost) {
            self.host = host
            menu = NSMenu(content.elements)
            super.init()
            menu.delegate = self
        }

        func menuDidClose(_ menu: NSMenu) { host?.list.hostEndContextMenu() }
    }

    extension AppKitHost {
        func menu(at event: NSEvent) -> NSMenu? {
            let point = inContent(visiblePoint(event))
            guard let menu = list.hostHeaderMenu(at: point) ?? list.hostItemMenu(at: point) else { return nil }
            let open = OpenMenu(menu, self)
            // A menu holds its delegate weakly.
            input.menu = open
            return open.menu
        }
    }

    extension NSMenu {
        fileprivate convenience init(_ elements: [ItemMenu.Element]) {
            self.init(title: "")
            // Otherwise AppKit decides which items are enabled.
            autoenablesItems = false
            add(elements)
        }

        private func add(_ elements: [ItemMenu.Element]) {
            for (place, element) in elements.enumerated() {
                switch element {
                case .action(let action): addItem(ActionMenuItem(action))
                case .submenu(let title, let image, let children):
                    let item = ActionMenuItem(title)
                    item.image = image?.toolkitImage
                    item.submenu = NSMenu(children)
                    addItem(item)
                case .section(let title, let children):
                    if place > 0 { addItem(.separator()) }
                    if let title, !title.isEmpty {
                        let item = ActionMenuItem(title)
                        item.isEnabled = false
                        addItem(item)
                    }
                    add(children)
                    if place < elements.count - 1 { addItem(.separator()) }
                }
            }
        }
    }

    /// An entry of a menu that calls a closure.
    @MainActor
    private final class ActionMenuItem: NSMenuItem {
        private var act: @MainActor () -> Void = {}

        init(_ title: String) {
            #if canImport(ObjectiveC)
                super.init(title: title, action: nil, keyEquivalent: "")
            #else
                super.init(title: title)
            #endif
        }

        required init(coder: NSCoder) { fatalError("a menu is not archived") }

        convenience init(_ action: ItemMenu.Action) {
            self.init(action.title)
            act = action.perform
            image = action.image?.toolkitImage
            isEnabled = action.isEnabled
            state = action.isChecked == true ? .on : .off
            #if canImport(ObjectiveC)
                target = self
                self.action = #selector(perform(_:))
            #else
                setAction { [weak self] in self?.act() }
            #endif
        }
        #if canImport(ObjectiveC)
            @objc private func perform(_ sender: Any?) { act() }
        #endif
    }

    // MARK: Accessibility

    extension AppKitHost {
        /// The shown views in reading order.
        var describedViews: [NSView] {
            var views = list.readViews.compactMap { $0.view.hostView as? NSView }
            // The labels and the button of a list without items are read one by one.
            if let empty = list.emptyView?.hostView as? NSView, empty.superview != nil, !empty.isHidden {
                views.append(empty)
            }
            if input.index.superview != nil { views.append(input.index) }
            return views
        }

        func describeViews() {
            document.setAccessibilityRole(.list)
            for (view, description) in list.readViews {
                guard let shown = view.hostView as? NSView else { continue }
                // The program's own views inside of a cell without a text are read instead of the cell.
                shown.setAccessibilityElement(description.label.map { !$0.isEmpty } ?? false)
                shown.setAccessibilityRole(Self.role(of: description))
                shown.setAccessibilityLabel(description.label)
                shown.setAccessibilityValue(description.spokenValue)
                shown.setAccessibilitySelected(description.isSelected == true)
                shown.setAccessibilityCustomActions(
                    list.accessibilityActions(of: view).map { action in
                        NSAccessibilityCustomAction(name: action.name) {
                            action.perform()
                            return true
                        }
                    })
            }
        }

        private static func role(of description: AccessibilityDescription) -> NSAccessibility.Role {
            switch description.role {
            case .button: .button
            case .checkBox: .checkBox
            case .image: .image
            case .link: .link
            case .text, .heading: .staticText
            case .listItem, .ornament, nil: .cell
            }
        }
    }

    extension NSView {
        /// The picture of the view that follows the mouse.
        fileprivate var picture: NSImage? {
            #if canImport(ObjectiveC)
                guard let bits = bitmapImageRepForCachingDisplay(in: bounds) else { return nil }
                cacheDisplay(in: bounds, to: bits)
                let image = NSImage(size: bounds.size)
                image.addRepresentation(bits)
                return image
            #else
                return nil
            #endif
        }
    }
#endif
