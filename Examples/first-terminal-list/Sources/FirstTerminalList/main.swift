import ListEngineTerminal

var fruits = ["Apple", "Apricot", "Cherry", "Pear", "Plum"]

let list = TerminalList("Fruits") { filter in
    ListBlock("fruits", fruits.filter { filter.isEmpty || $0.localizedStandardContains(filter) })
        .header("Press enter to eat one")
        .onDidSelect { fruit, _ in
            fruits.removeAll { $0 == fruit }
            list.update()
        }
}
await list.run()
