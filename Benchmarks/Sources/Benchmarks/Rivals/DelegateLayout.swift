import Foundation

/// The layout of many programs: a delegate is called once per item, an attributes object is stored for each, visible
/// items are found by a linear filter, and everything is prepared again after a change. Shown without a target.
final class DelegateLayout {
    final class Attributes {
        let indexPath: IndexPath
        var frame: CGRect
        var alpha = 1.0
        var zIndex = 0
        var isHidden = false

        init(indexPath: IndexPath, frame: CGRect) {
            self.indexPath = indexPath
            self.frame = frame
        }
    }

    weak var delegate: (any DelegateLayoutDelegate)?
    private(set) var attributes: [Attributes] = []
    private(set) var contentHeight = 0.0
    private let width = Inputs.width
    let isFlow: Bool

    /// `isFlow`: items next to each other in left-aligned lines; otherwise one per line.
    init(isFlow: Bool) {
        self.isFlow = isFlow
    }

    func prepare() {
        guard let delegate else { return }
        attributes.removeAll(keepingCapacity: true)
        let inset = isFlow ? Inputs.flowInset : 0
        let spacing = isFlow ? Inputs.flowSpacing : 0
        var x = inset
        var y = inset
        var lineHeight = 0.0
        for item in 0..<delegate.numberOfItems(in: self) {
            let indexPath = IndexPath(indexes: [0, item])
            let size = delegate.layout(self, sizeForItemAt: indexPath)
            if item > 0 && (!isFlow || x + size.width > width - inset) {
                x = inset
                y += lineHeight + spacing
                lineHeight = 0
            }
            attributes.append(
                Attributes(indexPath: indexPath, frame: CGRect(x: x, y: y, width: size.width, height: size.height)))
            x += size.width + spacing
            lineHeight = max(lineHeight, size.height)
        }
        contentHeight = y + lineHeight + inset
    }

    func layoutAttributes(in rect: CGRect) -> [Attributes] {
        attributes.filter { $0.frame.intersects(rect) }
    }
}

protocol DelegateLayoutDelegate: AnyObject {
    func numberOfItems(in layout: DelegateLayout) -> Int
    func layout(_ layout: DelegateLayout, sizeForItemAt indexPath: IndexPath) -> CGSize
}

/// The model behind a `DelegateLayout`, and the layout itself.
final class DelegateList: DelegateLayoutDelegate {
    var sizes: [CGSize]
    let layout: DelegateLayout

    init(sizes: [CGSize], isFlow: Bool) {
        self.sizes = sizes
        layout = DelegateLayout(isFlow: isFlow)
        layout.delegate = self
        layout.prepare()
    }

    convenience init(heights: [Double]) {
        self.init(sizes: heights.map { CGSize(width: Inputs.width, height: $0) }, isFlow: false)
    }

    func numberOfItems(in layout: DelegateLayout) -> Int { sizes.count }

    func layout(_ layout: DelegateLayout, sizeForItemAt indexPath: IndexPath) -> CGSize { sizes[indexPath[1]] }

    func resize(_ index: Int, to size: CGSize) {
        sizes[index] = size
        layout.prepare()
    }
}

extension DelegateList {
    /// Its column, for operations where it is worth showing.
    static func contestant(_ operation: Operation, sizes: [CGSize]) -> Contestant? {
        contestant(operation, { DelegateList(sizes: sizes, isFlow: true) }, sizes)
    }

    static func contestant(_ operation: Operation, heights: [Double]) -> Contestant? {
        let sizes = heights.map { CGSize(width: Inputs.width, height: $0) }
        return contestant(operation, { DelegateList(sizes: sizes, isFlow: false) }, sizes)
    }

    private static func contestant(
        _ operation: Operation, _ make: () -> DelegateList, _ sizes: [CGSize]
    ) -> Contestant? {
        guard operation == .prepare || operation == .query || operation == .resize, sizes.count <= 1_000_000 else {
            return nil
        }
        let list = make()
        let random = Random(seed: 13)
        let height = list.layout.isFlow ? Inputs.flowWindow : Inputs.listWindow
        let window = Window(extent: list.layout.contentHeight - height, instances: 1, isScrolling: false)
        return Contestant(.column("delegate")) { calls in
            for _ in 0..<calls {
                switch operation {
                case .prepare:
                    list.layout.prepare()
                case .query:
                    let rect = CGRect(x: 0, y: window.next(), width: Inputs.width, height: height)
                    keep(list.layout.layoutAttributes(in: rect).reduce(0) { $0 + $1.frame.minY })
                default:
                    list.resize(random.below(sizes.count), to: sizes[random.below(sizes.count)])
                }
            }
        }
    }
}
