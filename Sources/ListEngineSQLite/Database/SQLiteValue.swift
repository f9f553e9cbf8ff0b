#if SQLite
    import ListEngineData

    /// A value of a row.
    public typealias SQLiteValue = ColumnValue
    /// The values of the selected columns of a row, in their order.
    public typealias SQLiteRow = ColumnRow
    /// The place of a row in the order of a list, or its identity. Keys of one list compare as SQLite orders the rows.
    public typealias SQLiteKey = ColumnKey
#endif
