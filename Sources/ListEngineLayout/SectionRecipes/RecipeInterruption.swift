/// Interrupts a list's layout when user code that it calls gives the list other data. The layout under way is dropped, and
/// no recipe, size or frame is requested for an item that no longer exists.
@MainActor
package class RecipeInterruption {
    package final var isOutdated = false

    /// That of the section layout whose frames are being read.
    static var ofFrames: RecipeInterruption?

    package init() {}
}

extension RecipeInterruption: Hashable {
    package nonisolated static func == (first: RecipeInterruption, second: RecipeInterruption) -> Bool {
        first === second
    }

    package nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
