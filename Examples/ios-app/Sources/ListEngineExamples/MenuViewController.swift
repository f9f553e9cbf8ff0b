import ListEngineUIKit
import SwiftUI
import UIKit

/// The list of the examples.
public final class MenuViewController: UIViewController {
    private let list = ListDataSource()
    private let host = UIKitHost(
        CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout()))

    private struct Example: Identifiable {
        let id: String
        let make: @MainActor () -> UIViewController
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "ListEngine"
        fill(self, with: host.view)
        list.attach(to: host.list)
        let examples = [
            Example(id: "A chat of a million messages", make: { ChatViewController() }),
            Example(id: "A waterfall of photos", make: { PhotosViewController() }),
            Example(id: "A filtered list", make: { FilterViewController() }),
            Example(id: "A chat in SwiftUI", make: { UIHostingController(rootView: SwiftUIChat()) }),
        ]
        list.build {
            ListBlock("examples", examples) { (cell: UIKitCell, example) in
                var content = UIListContentConfiguration.cell()
                content.text = example.id
                cell.contentConfiguration = content
            }
            .height(52)
            .onDidSelect { [weak self] example, _ in
                self?.navigationController?.pushViewController(example.make(), animated: true)
            }
        }
    }
}

/// Adds a view that is as large as the screen.
@MainActor func fill(_ controller: UIViewController, with view: UIView) {
    controller.view.backgroundColor = .systemBackground
    view.frame = controller.view.bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    controller.view.addSubview(view)
}
