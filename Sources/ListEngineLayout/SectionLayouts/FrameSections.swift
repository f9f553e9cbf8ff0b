/// What Swift knows of the sections of frames of a layout.
///
/// The core keeps a token with each such section: 0 for those of users' layouts, whose recipe the engine does not have,
/// and a number for those that the engine packs itself, by which the recipe is found here.
struct FrameSections {
    /// All sections of frames in the layout.
    private(set) var count = 0

    private var recipes: [Int64: SectionRecipe] = [:]
    private var lastToken: Int64 = 0

    /// The recipe of a section that the engine packs itself; nil for a user's.
    func recipe(token: Int64) -> SectionRecipe? { recipes[token] }

    /// Notes a section of a user's layout, or one that the engine packs. Returns its token.
    mutating func add(_ recipe: SectionRecipe?) -> Int64 {
        count += 1
        guard let recipe else { return 0 }
        lastToken += 1
        recipes[lastToken] = recipe
        return lastToken
    }

    mutating func remove(token: Int64) {
        count -= 1
        recipes[token] = nil
    }
}
