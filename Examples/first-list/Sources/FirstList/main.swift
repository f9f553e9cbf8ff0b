import ListEngine

struct Restaurant: Identifiable {
    let id: Int
    var name: String
    var isOpen = true
}

final class NameCell: CollectionViewCell {
    var text = ""
}

let view = CollectionView(
    frame: CGRect(x: 0, y: 0, width: 390, height: 200), collectionViewLayout: CollectionViewFlowLayout())
let list = ListDataSource()
list.attach(to: view)

@MainActor func render(_ restaurants: [Restaurant]) {
    list.build {
        ListBlock("open", restaurants.filter(\.isOpen)) { (cell: NameCell, restaurant) in
            cell.text = restaurant.name
        }
        .height(60)
    }
    for case let cell as NameCell in view.visibleCells { print("\(cell.frame.minY): \(cell.text)") }
}

var restaurants = ["Oak", "Elm", "Ash"].enumerated().map { Restaurant(id: $0.offset, name: $0.element) }
render(restaurants)
restaurants[1].isOpen = false
restaurants.swapAt(0, 2)
render(restaurants)
