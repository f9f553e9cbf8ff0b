/// One call, or a few, by which a random program changes or reads its list, in a callback or outside.
enum HostileAction: CaseIterable {
    case reload, edit, insertOne, layOut, invalidate
    case recipe, direction, size, height, inset, offset, scale, flowDirection, crossExtent, anchorPolicy
    case scroll, scrollSection, scrollToItem
    case tap, touch, click, key, select, selectMany
    case hold, menu, reorder, swipe, dragItems
    case changeHost, changeSource, endAnimations
    case measureLater, passMeasurement, ask, outline, changeLayout, load
    case oldSource, prepare, swapIn
    case gesture, story
    case selectAll, toEdge, news, columns, rename, children

    /// How often the action is chosen, compared with others.
    private var weight: Int {
        switch self {
        case .edit: 6
        case .reload, .outline, .dragItems, .key, .reorder, .swipe, .scroll, .prepare, .story: 2
        case .gesture: 3
        default: 1
        }
    }

    /// Each action as often as its weight.
    static let choices = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    /// The state that the action may change directly.
    var touched: TouchedState {
        switch self {
        case .reload, .edit, .insertOne, .outline, .oldSource, .swapIn: .data
        case .layOut, .endAnimations, .load, .prepare, .measureLater, .passMeasurement, .news: []
        case .invalidate, .recipe, .direction, .size, .height, .inset, .scale, .flowDirection, .crossExtent: .geometry
        case .columns: [.geometry, .offset, .user, .data]
        case .rename, .children: [.user, .data]
        case .changeLayout: [.geometry, .offset]
        case .offset, .scroll, .scrollToItem, .toEdge: .offset
        case .scrollSection: .sectionOffsets
        case .anchorPolicy: .anchorPolicy
        case .tap, .touch, .click, .key, .select, .selectMany, .selectAll, .gesture: .user
        case .hold: .held
        case .menu: [.user, .data]
        case .ask: [.menu]
        case .reorder: [.user, .swipe, .data]
        case .swipe: .swipe
        case .dragItems: [.swipe, .data]
        case .changeHost: [.host, .menu, .reordered, .swipe]
        case .changeSource: .data
        case .story: [.user, .data]
        }
    }

    /// Whether nothing but the data of the list changes.
    var changesOnlyData: Bool {
        switch self {
        case .edit, .insertOne, .outline: true
        default: false
        }
    }
}
