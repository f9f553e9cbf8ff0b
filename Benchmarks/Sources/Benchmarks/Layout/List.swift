/// Measures of lists: one item a line, as wide as the container.
func listMeasures(_ sizes: Sizes) -> [Measure] {
    sizes.ordinary.flatMap { n in
        Operation.allCases.map { operation in
            Measure("layout.list.\(operation)/varied", n) {
                let samples = Inputs.heights(4_096)
                func contestant<Layout: MeasuredLayout & ~Copyable>(
                    _: Layout.Type, _ role: Contestant.Role
                ) -> Contestant where Layout.Input == [Double], Layout.Size == Double {
                    Operations(Layout.self, role, n: n, samples: samples) { Inputs.heights(n) }.contestant(operation)
                }
                return Field(
                    contestant(ArrayList.self, .rival("array")),
                    // A rope of heights knows no width.
                    operation == .width ? nil : contestant(RopeList.self, .rival("rope")),
                    contestant(ReferenceList.self, .reference),
                    DelegateList.contestant(operation, heights: Inputs.heights(n)),
                    limit(operation, sizes: Inputs.heights(n)))
            }
        }
    }
}
