// What the comments of ListEngineUIKit use without declaring it: see Scripts/documentation-code.py.
import ListEngineUIKit
import UIKit

@MainActor final class Context {}

struct Fruit: Identifiable {
    var id: Int
    var name: String
}

@MainActor let fruits: [Fruit] = []
@MainActor let collectionView = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
@MainActor let view = UIView(frame: .zero)
@MainActor let list = ListDataSource()
