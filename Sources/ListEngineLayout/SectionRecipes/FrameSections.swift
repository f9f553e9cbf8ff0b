/// The Swift side of the sections of frames in a layout.
///
/// The core stores a token with each such section. The token is 0 for a section of a user's layout; the engine has no
/// recipe for it. For a section that the engine packs itself, the token is a number under which the recipe is found
/// here.
struct FrameSections {
    /// The number of all sections of frames in the layout.
    private(set) var count = 0

    private var recipes: [Int64: SectionRecipe] = [:]
    private var lastToken: Int64 = 0

    /// The recipe of a section that the engine packs itself; nil for a section of a user's layout.
    func recipe(token: Int64) -> SectionRecipe? { recipes[token] }

    /// Registers a section with its recipe, or with nil for a user's layout. Returns its token.
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
