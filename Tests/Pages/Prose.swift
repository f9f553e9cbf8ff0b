// Comments, messages and names that must not pass: Scripts/prose.py expects a hit in each line that says so, and in no other line.

/// A cell of another width: must fail.
/// A cell of a new width.
///
///     let another = width  // Code of an example is not prose: another width.
func refuse() {
    fatalError("the list has loaded everything again (must fail)")
    fatalError("the list was reloaded, and \(another.width) is a value")
    // Stands beside the rows: must fail.
}

@Test func itIsShown() {}  // must fail
@Test func theEmptyViewIsShown() {}
@Test func anotherWidthIsMeasured() {}  // must fail
