/// Measures of lists: one item a line, as wide as the container.
func listMeasures(_ sizes: Sizes) -> [Measure] {
    sizes.ordinary.flatMap { n in
        Operation.allCases.map { operation in
            Measure("layout.list.\(operation)/varied", n) {
                let heights = Inputs.heights(n)
                return Field(
                    Operations(ArrayList.self, .rival("array"), sizes: heights).contestant(operation),
                    operation == .width
                        ? nil : Operations(RopeList.self, .rival("rope"), sizes: heights).contestant(operation),
                    Operations(ReferenceList.self, .reference, sizes: heights).contestant(operation),
                    DelegateList.contestant(operation, heights: heights),
                    limit(operation, sizes: heights))
            }
        }
    }
}
