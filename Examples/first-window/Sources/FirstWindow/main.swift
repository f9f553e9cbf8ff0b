import ListEngineGTK

var fruits = ["Apple", "Apricot", "Cherry", "Pear", "Plum"]

let list = try ListWindow("Fruits") { filter in
    ListBlock("fruits", fruits.filter { filter.isEmpty || $0.localizedStandardContains(filter) })
        .header("Click one to eat it")
        .onDidSelect { fruit, _ in
            fruits.removeAll { $0 == fruit }
            list.update()
        }
}
list.run()
