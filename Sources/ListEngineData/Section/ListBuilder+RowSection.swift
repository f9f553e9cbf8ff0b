import ListEngine

extension ListBuilder {
    /// Accepts the rows of a source as sections of the list.
    public static func buildExpression<Source: RowSource>(_ rows: RowSection<Source>) -> [any ListSection] {
        [ProviderSection(rows.listIdentifier, rows)]
    }
}
