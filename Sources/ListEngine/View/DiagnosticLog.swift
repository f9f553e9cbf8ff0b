/// The diagnostics of a list.
@MainActor
final class DiagnosticLog {
    var diagnostics = CollectionViewDiagnostics()
    /// How many diagnostics of the layout are among them.
    var knownOfLayout = 0
}
