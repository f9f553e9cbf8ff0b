import Foundation
import ListEngineCompatibility
import ListEngineLayout

/// The events of a test, one per line.
@MainActor
final class Trace {
    var lines: [String] = []
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A cell that shows any view model, and sends the actions that it is given.
class ModelCell: CollectionViewCell, ListComponent, SelectableComponent, ActionComponent, IndentableComponent {
    var model = ""
    var select: (@MainActor () -> Void)?
    var actions: [String: ComponentAction] = [:]
    var indentation: CGFloat = 0
    var fills = 0

    func setUp(with viewModel: Any) {
        model = "\(viewModel)"
        fills += 1
    }
    func setSelection(_ select: @escaping @MainActor () -> Void) { self.select = select }
    func attach(_ action: ComponentAction) { actions[action.name] = action }
}

final class OtherModelCell: ModelCell {}

final class ModelView: CollectionReusableView, ListComponent, ActionComponent {
    var model = ""
    var actions: [String: ComponentAction] = [:]
    func setUp(with viewModel: Any) { model = "\(viewModel)" }
    func attach(_ action: ComponentAction) { actions[action.name] = action }
}

@MainActor
struct DescribedList<Adapter: ListAdapter> {
    let view: CollectionView
    let adapter: Adapter

    init(
        _ make: (CollectionView, UpdateScheduler) -> Adapter, height: CGFloat = 100,
        scheduler: UpdateScheduler = .immediate
    ) {
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: height), collectionViewLayout: CollectionViewFlowLayout())
        view.diagnostics.handler = { _ in }
        adapter = make(view, scheduler)
    }

    /// The visible contents: models of cells and headers, and type names of views without a model.
    var shown: [String] {
        view.layoutIfNeeded()
        return view.visibleElements.map { element in
            let indexPath = element.indexPath
            let shown =
                element.category == .item
                ? view.cellForItem(at: indexPath) : view.supplementaryView(forElementKind: element.kind, at: indexPath)
            switch shown {
            case let cell as ModelCell: return cell.model
            case let view as ModelView: return "(\(view.model))"
            case let cell as WrapperCell: return "[\((cell.content as? ModelView)?.model ?? "?")]"
            case is PagingFooterView: return "paging"
            case is SeparatorView: return "-"
            default: return "?"
            }
        }
    }

    var frames: [CGRect] {
        view.layoutIfNeeded()
        return view.visibleElements.map(\.frame)
    }
}

@MainActor
func describe(
    _ title: String? = nil, _ models: [Int], height: CGFloat = 10, header: CGFloat = 0
) -> SectionDescription {
    let section = SectionDescription(
        title: title, viewModels: models, components: [.type(ModelCell.self)],
        sizes: [ViewComponentSize(height: height)])
    if header > 0 {
        section.header = .type(ModelView.self)
        section.headerSize = ViewComponentSize(height: header)
    }
    return section
}
