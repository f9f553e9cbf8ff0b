#if canImport(UIKit)
    import ListEngine
    import ListEngineAdapters
    import UIKit
    import UniformTypeIdentifiers

    /// The content that the user has lifted with a long press.
    @MainActor
    private final class Lifted {
        enum Content {
            case items(CollectionDrag)
            /// An item that moves only within its list.
            case item
            /// A section, by its header.
            case section
        }
        let content: Content
        weak var host: UIKitHost?
        /// The location of the touch, in the visible bounds.
        let start: CGPoint

        init(_ content: Content, _ host: UIKitHost, _ start: CGPoint) {
            (self.content, self.host, self.start) = (content, host, start)
        }
    }

    /// Items that the user drags after a long press, in the list and out of it, and items that are dragged over the list. UIKit holds
    /// the delegates of interactions weakly.
    @MainActor
    final class UIKitDrags: NSObject {
        private weak var host: UIKitHost?
        /// The content that another program drags over the list.
        private var foreign: CollectionDrag?
        private let mark = MarkView(frame: .zero)

        func attach(to host: UIKitHost) {
            self.host = host
            let drag = UIDragInteraction(delegate: self)
            // On an iPhone it is disabled by default.
            drag.isEnabled = true
            host.view.addInteraction(drag)
            host.view.addInteraction(UIDropInteraction(delegate: self))
        }

        func afterFrame(_ host: UIKitHost) { mark.showDrop(in: host) }

        private func point(_ session: any UIDragDropSession) -> CGPoint {
            host.map { $0.visiblePoint(session.location(in: $0.view)) } ?? .zero
        }
    }

    extension UIKitDrags: UIDragInteractionDelegate {
        func dragInteraction(
            _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
        ) -> [UIDragItem] {
            guard let host else { return [] }
            let point = point(session)
            if let drag = host.beginItemDrag(at: point) {
                session.localContext = Lifted(.items(drag), host, point)
                return drag.items.map { item in
                    let lifted = UIDragItem(itemProvider: item.provider)
                    lifted.localObject = item.payload
                    return lifted
                }
            }
            // The touch may end without a movement. Nothing is held before it moves.
            let content: Lifted.Content
            if host.beginReordering(at: point) {
                host.endReordering(cancelled: true)
                content = .item
            } else if host.list.columns == nil, host.beginMovingSection(at: point) {
                host.endMovingSection(cancelled: true)
                content = .section
            } else {
                return []
            }
            session.localContext = Lifted(content, host, point)
            return [UIDragItem(itemProvider: NSItemProvider())]
        }

        func dragInteraction(
            _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
        ) -> UITargetedDragPreview? {
            guard let lifted = session.localContext as? Lifted, let list = host?.list,
                let place = session.items.firstIndex(where: { $0 === item })
            else { return nil }
            var view: CollectionReusableView?
            switch lifted.content {
            case .items(let drag):
                let paths = drag.indexPaths
                if paths.indices.contains(place) { view = list.cellForItem(at: paths[place]) }
            case .item:
                view = host.flatMap { list.indexPathForItem(at: $0.inContent(lifted.start)) }
                    .flatMap { list.cellForItem(at: $0) }
            case .section:
                let point = host?.inContent(lifted.start) ?? .zero
                view = list.visibleViews.last { !($0 is CollectionViewCell) && $0.frame.contains(point) }
            }
            // Items out of sight have no preview.
            guard let shown = view?.hostView as? UIView, shown.window != nil else { return nil }
            return UITargetedDragPreview(view: shown)
        }

        func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
            guard let host, let lifted = session.localContext as? Lifted else { return }
            switch lifted.content {
            case .items: break
            case .item: _ = host.beginReordering(at: lifted.start)
            case .section: _ = host.beginMovingSection(at: lifted.start)
            }
        }

        /// A section, or an item without a drag item, has no content for other programs.
        func dragInteraction(
            _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
        ) -> Bool {
            if case .items = (session.localContext as? Lifted)?.content { return false }
            return true
        }

        func dragInteraction(
            _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
        ) {
            guard let lifted = session.localContext as? Lifted else { return }
            if case .items(let drag) = lifted.content {
                drag.end(operation == .move ? .move : operation == .copy ? .copy : .cancel)
            }
            // An item that was dropped is no longer held.
            host?.endReordering(cancelled: true)
            host?.endMovingSection(cancelled: true)
        }
    }

    extension UIKitDrags: UIDropInteractionDelegate {
        private func lifted(_ session: any UIDropSession) -> Lifted? {
            session.localDragSession?.localContext as? Lifted
        }

        func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
            guard let host else { return false }
            guard let lifted = lifted(session) else {
                return session.hasItemsConforming(toTypeIdentifiers: host.list.acceptedTypes.map(\.identifier))
            }
            if case .items = lifted.content { return true }
            return lifted.host === host
        }

        func dropInteraction(
            _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
        ) -> UIDropProposal {
            guard let host else { return UIDropProposal(operation: .cancel) }
            let point = point(session)
            guard let lifted = lifted(session) else {
                let drag = foreign ?? CollectionDrag()
                foreign = drag
                // Another program keeps its items.
                return UIDropProposal(operation: host.dragOver(drag, at: point) == .cancel ? .cancel : .copy)
            }
            switch lifted.content {
            case .items(let drag):
                let operation = host.dragOver(drag, at: point)
                return UIDropProposal(operation: operation == .move ? .move : operation == .copy ? .copy : .cancel)
            case .item, .section:
                host.moveDragged(to: point, at: FrameClock.now)
                let isHeld = host.list.reorderedItem != nil || host.list.movedSection != nil
                return UIDropProposal(operation: isHeld ? .move : .cancel)
            }
        }

        func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
            // An item that only moves in the list waits for the touch to come back.
            guard let lifted = lifted(session) else { return host?.dragDidLeave() ?? () }
            if case .items = lifted.content { host?.dragDidLeave() }
        }

        func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
            guard let host else { return }
            let point = point(session)
            guard let lifted = lifted(session) else {
                let loading = LoadedDrop(session, host.list.acceptedMediaTypes) { [weak host] drag in
                    _ = host?.drop(drag, at: point)
                }
                return loading.begin()
            }
            switch lifted.content {
            case .items(let drag): _ = host.drop(drag, at: point)
            case .item, .section:
                host.moveDragged(to: point, at: FrameClock.now)
                host.endDragged(at: FrameClock.now)
            }
        }

        func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
            foreign = nil
            host?.dragDidLeave()
        }
    }

    // MARK: Content of other programs

    extension CollectionView {
        /// Text, addresses, and the media types that the program takes.
        fileprivate var acceptedTypes: [UTType] {
            [.plainText, .url] + acceptedMediaTypes.compactMap { UTType(mimeType: $0) }
        }
    }

    extension CollectionDragItem {
        /// The content for other programs.
        @MainActor fileprivate var provider: NSItemProvider {
            let provider = NSItemProvider()
            for (type, bytes) in data.sorted(by: { $0.key < $1.key }) {
                guard let identifier = UTType(mimeType: type)?.identifier else { continue }
                provider.registerDataRepresentation(forTypeIdentifier: identifier, visibility: .all) { completion in
                    completion(Data(bytes), nil)
                    return nil
                }
            }
            // UIKit has one address for an item.
            if let file = files.first, let address = NSURL(string: file.absoluteString) {
                provider.registerObject(address, visibility: .all)
            }
            if let text { provider.registerObject(NSString(string: text), visibility: .all) }
            return provider
        }
    }

    /// The content of a drop from another program, while it is loaded.
    @MainActor
    private final class LoadedDrop {
        private let session: any UIDropSession
        private let mediaTypes: [String]
        private let completion: (CollectionDrag) -> Void
        private var texts: [String] = []
        private var files: [URL] = []
        private var data: [String: [UInt8]] = [:]
        private var left = 1

        init(
            _ session: any UIDropSession, _ mediaTypes: [String], _ completion: @escaping (CollectionDrag) -> Void
        ) {
            (self.session, self.mediaTypes, self.completion) = (session, mediaTypes, completion)
        }

        /// UIKit permits to begin loading only as long as the drop is performed. The content arrives later.
        func begin() {
            if session.canLoadObjects(ofClass: NSURL.self) {
                left += 1
                session.loadObjects(ofClass: NSURL.self) { [self] objects in
                    files = objects.compactMap { ($0 as? NSURL)?.absoluteString }.compactMap { URL(string: $0) }
                    end()
                }
            }
            if session.canLoadObjects(ofClass: NSString.self) {
                left += 1
                session.loadObjects(ofClass: NSString.self) { [self] objects in
                    texts = objects.compactMap { ($0 as? NSString).map { String(describing: $0) } }
                    end()
                }
            }
            for type in mediaTypes {
                guard let identifier = UTType(mimeType: type)?.identifier,
                    let item = session.items.first(where: {
                        $0.itemProvider.hasItemConformingToTypeIdentifier(identifier)
                    })
                else { continue }
                left += 1
                item.itemProvider.loadDataRepresentation(forTypeIdentifier: identifier) { loaded, _ in
                    let bytes = loaded.map { [UInt8]($0) }
                    Task { @MainActor [self] in
                        data[type] = bytes
                        end()
                    }
                }
                break
            }
            end()
        }

        private func end() {
            left -= 1
            guard left == 0, !texts.isEmpty || !files.isEmpty || !data.isEmpty else { return }
            completion(
                CollectionDrag(text: texts.isEmpty ? nil : texts.joined(separator: "\n"), files: files, data: data))
        }
    }
#endif
