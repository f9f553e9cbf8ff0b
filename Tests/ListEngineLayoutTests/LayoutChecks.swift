import Foundation
import ListEngineLayout
import XCTest

extension CollectionViewLayout {
    /// Checks that every frame in the first section of this layout, and its content size, equal those of a fresh layout
    /// of the recipe, and that the structure is valid.
    func checkEqual(to recipe: SectionRecipe, file: StaticString = #filePath, line: UInt = #line) throws {
        var fresh = CollectionViewLayout(
            crossExtent: crossExtent, scrollDirection: scrollDirection, flowDirection: flowDirection)
        try fresh.append(recipe)
        XCTAssertEqual(contentSize, fresh.contentSize, file: file, line: line)
        let count = numberOfItems(inSection: 0)
        XCTAssertEqual(count, fresh.numberOfItems(inSection: 0), file: file, line: line)
        XCTAssertEqual(
            frames(ofItems: 0..<count, inSection: 0), fresh.frames(ofItems: 0..<count, inSection: 0), file: file,
            line: line)
        XCTAssertNil(brokenInvariant(), file: file, line: line)
    }
}
