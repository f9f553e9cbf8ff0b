import Foundation
import ListEngineLayout

/// Measures of compositional sections: one section of a shape, and 100,000 sections of at most 16 descriptions. There
/// is no rival outside of Apple's systems; the rival here stores every frame of the shape.
func compositionalMeasures(_ sizes: Sizes) -> [Measure] {
    sizes.huge.flatMap { n in
        CompositionalShape.allCases.flatMap { shape in
            shape.operations.map { operation in
                Measure("layout.compositional.\(operation)/\(shape)", n) {
                    Field(compositionalContestant(operation, shape, n), arrayContestant(operation, shape, n))
                }
            }
        }
    }
        + ["prepare", "query"].map { operation in
            Measure("layout.compositional.\(operation)/sections", 100_000) {
                Field(operation == "prepare" ? preparingSections() : queryingSections())
            }
        }
}

enum CompositionalShape: String, CaseIterable {
    case grid, nested, carousel, list, badges

    /// Only estimated items are measured.
    var operations: [String] { ["prepare", "query", "queryattributes", "frame"] + (self == .list ? ["measure"] : []) }

    var section: CollectionLayoutSection {
        switch self {
        case .grid: return .grid(columns: 3, itemHeight: .absolute(120), spacing: 4, insets: .all(8))
        case .list: return .list(itemHeight: .estimated(44), spacing: 1)
        case .carousel:
            return .carousel(itemSize: size(.absolute(13), .absolute(120)), spacing: 2, insets: .all(8))
        case .nested:
            let pair = CollectionLayoutGroup.vertical(
                layoutSize: size(.fractionalWidth(0.4), .fractionalHeight(1)),
                subitem: CollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1))), count: 2)
            pair.interItemSpacing = .fixed(4)
            return CollectionLayoutSection(
                group: .horizontal(
                    layoutSize: size(.fractionalWidth(1), .absolute(150)),
                    subitems: [
                        CollectionLayoutItem(layoutSize: size(.fractionalWidth(0.6), .fractionalHeight(1))), pair,
                    ]))
        case .badges:
            let badge = CollectionLayoutSupplementaryItem(
                layoutSize: size(.absolute(16), .absolute(16)), elementKind: "badge",
                containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
            let item = CollectionLayoutItem(
                layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)), supplementaryItems: [badge])
            return CollectionLayoutSection(
                group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [item]))
        }
    }
}

private func size(
    _ width: CollectionLayoutDimension, _ height: CollectionLayoutDimension
) -> CollectionLayoutSize { CollectionLayoutSize(widthDimension: width, heightDimension: height) }

extension CompositionalShape {
    /// Items per group; nil if frames alone would be less than what the section shows.
    fileprivate var itemsPerGroup: Int? {
        switch self {
        case .grid, .nested: 3
        case .list, .carousel: 1
        case .badges: nil
        }
    }
}

private let bounds = CGSize(width: Inputs.width, height: Inputs.listWindow)

private func laidOut(_ recipe: SectionRecipe) -> CollectionViewLayout {
    var layout = CollectionViewLayout(size: bounds, displayScale: 2)
    do { try layout.append(recipe) } catch { fatalError("\(error)") }
    return layout
}

private func compositionalContestant(_ operation: String, _ shape: CompositionalShape, _ n: Int) -> Contestant {
    let section = shape.section
    if operation == "prepare" {
        return Contestant(.product) { calls in
            for _ in 0..<calls { keep(laidOut(.compositional(section, count: n)).numberOfItems) }
        }
    }
    let layouts = Instances(of: n) { laidOut(.compositional(section, count: n)) }
    let random = Random(seed: 31)
    switch operation {
    case "frame":
        return Contestant(.product) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let item = random.below(n)
                sum += layouts.withNext { Double($0.frame(ofItem: item, inSection: 0).minY) }
            }
            keep(sum)
        }
    case "measure":
        return Contestant(.product, singles: 100_000) { calls in
            for _ in 0..<calls {
                let item = random.below(n)
                let height = CGFloat(30 + random.below(60))
                layouts.withNext { layout in
                    do {
                        try layout.measure(item: item, inSection: 0, size: CGSize(width: bounds.width, height: height))
                    } catch { fatalError("\(error)") }
                }
            }
        }
    default:
        return querying(layouts, isOrthogonal: shape == .carousel, withAttributes: operation == "queryattributes")
    }
}

private func arrayContestant(_ operation: String, _ shape: CompositionalShape, _ n: Int) -> Contestant? {
    guard let items = shape.itemsPerGroup, n > 3 * items, n <= 10_000_000 else { return nil }
    let layout = laidOut(.compositional(shape.section, count: n))
    let isAcross = shape == .carousel
    let group = layout.frames(ofItems: 0..<items + 1, inSection: 0)
    let pitch = isAcross ? group[items].minX - group[0].minX : group[items].minY - group[0].minY
    func made() -> ArrayGroups { ArrayGroups(Array(group[..<items]), pitch: pitch, isAcross: isAcross, count: n) }

    let random = Random(seed: 31)
    let arrays = Instances(of: n, made)
    arrays.withEach { array in
        let last = layout.frame(ofItem: n - 1, inSection: 0)
        precondition(array.last == last, "\(shape): the rival's last item stands at \(array.last), not at \(last)")
    }
    switch operation {
    case "prepare":
        return Contestant(.rival("array")) { calls in for _ in 0..<calls { arrays.withNext { $0.prepare(n) } } }
    case "frame":
        return Contestant(.rival("array")) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let item = random.below(n)
                sum += arrays.withNext { Double($0.frame(item).minY) }
            }
            keep(sum)
        }
    case "measure":
        return Contestant(.rival("array")) { calls in
            for _ in 0..<calls {
                let item = random.below(n)
                arrays.withNext { $0.measure(item, height: CGFloat(30 + random.below(60))) }
            }
        }
    default:
        let window = isAcross ? bounds.width : bounds.height
        let last = layout.frame(ofItem: n - 1, inSection: 0)
        let far = Int(max(1, (isAcross ? last.maxX : last.maxY) - window))
        let withAttributes = operation == "queryattributes"
        return Contestant(.rival("array")) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                let place = CGFloat(random.below(far))
                sum += arrays.withNext {
                    withAttributes
                        ? $0.sumOfVisibleAttributes(from: place, to: place + window)
                        : $0.sumOfVisible(from: place, to: place + window)
                }
            }
            keep(sum)
        }
    }
}

/// The visible items of a random screen, or its elements with all attributes; across, in sections that scroll on their
/// own.
private func querying(
    _ layouts: Instances<CollectionViewLayout>, isOrthogonal: Bool, withAttributes: Bool
) -> Contestant {
    let random = Random(seed: 32)
    var far = 0
    layouts.withEach { layout in
        let scrolling = isOrthogonal ? layout.orthogonalScrolling(ofSection: 0)?.offsetRange.upperBound : nil
        far = Int(max(1, scrolling ?? layout.contentSize.height - bounds.height))
    }
    var cursor = LayoutCursor()
    return Contestant(.product) { calls in
        var sum = 0.0
        for _ in 0..<calls {
            let place = CGFloat(random.below(far))
            let rect = CGRect(origin: isOrthogonal ? .zero : CGPoint(x: 0, y: place), size: bounds)
            let offsets: SectionOffsets = isOrthogonal ? [0: place] : SectionOffsets()
            if withAttributes {
                let viewport = Viewport(rect, sectionOffsets: offsets)
                layouts.withNext { $0.forEachElement(in: viewport, cursor: &cursor) { sum += $0.minY } }
            } else {
                layouts.withNext {
                    $0.forEachItem(in: rect, sectionOffsets: offsets, cursor: &cursor) { sum += $2.origin.y }
                }
            }
        }
        keep(sum)
    }
}

// MARK: - Many sections

/// 16 descriptions, each with a header.
@MainActor private let sections: [CollectionLayoutSection] = (0..<16).map { kind in
    let section = CollectionLayoutSection.grid(columns: 1 + kind % 4, itemHeight: .absolute(40 + CGFloat(kind)))
    section.boundarySupplementaryItems = [
        CollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(1), .absolute(24)), elementKind: "header", alignment: .top)
    ]
    return section
}

/// A list of 100,000 sections of ten items, through a section provider.
private func manySections() -> CollectionViewLayout {
    MainActor.assumeIsolated {
        let recipe = CollectionViewCompositionalLayout { section, _ in sections[section % 16] }
        do {
            return try recipe.layout(
                itemCounts: [Int](repeating: 10, count: 100_000), in: ListContainer(size: bounds, displayScale: 2))
        } catch { fatalError("\(error)") }
    }
}

private func preparingSections() -> Contestant {
    var made: [CollectionViewLayout] = []
    return Contestant(
        .product, before: { _ in made.removeAll() },
        run: { calls in
            for _ in 0..<calls { made.append(manySections()) }
        })
}

private func queryingSections() -> Contestant {
    querying(Instances(of: 1_000_000) { manySections() }, isOrthogonal: false, withAttributes: true)
}
