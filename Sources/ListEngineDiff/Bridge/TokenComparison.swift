internal import CListEngine

// Comparisons of memory by the core, which uses vectors. Each takes time proportional to its result.

/// The number of equal tokens at the start of two lists.
func equalTokens(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, count: Int) -> Int {
    le_diff_equal_tokens(a, b, count)
}

/// The number of equal tokens before the ends of two lists.
func equalTokens(before a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, count: Int) -> Int {
    le_diff_equal_tokens_before(a, b, count)
}

/// Compares identifiers of 64 bits with those of guessed tokens, while the guesses count up by one.
/// - Parameters:
///   - known: The identifiers of the first guess and of the tokens after it.
///   - given: The identifiers to compare.
///   - target: Receives the tokens of the identifiers that match. The values behind them are undefined.
/// - Returns: The number of identifiers that match before the first one that does not.
@usableFromInline
func predictedTokens(
    _ guesses: UnsafePointer<UInt32>, _ known: UnsafeRawPointer, _ given: UnsafeRawPointer,
    into target: UnsafeMutablePointer<UInt32>, count: Int
) -> Int {
    le_diff_predicted_tokens(
        guesses, known.assumingMemoryBound(to: UInt64.self), given.assumingMemoryBound(to: UInt64.self), target, count)
}

/// The number of tokens at the start of a list that are `first`, `first` + 1, `first` + 2, ...
func ascending(_ tokens: UnsafePointer<UInt32>, from first: UInt32, count: Int) -> Int {
    le_diff_ascending_tokens(tokens, first, count)
}

/// Loads tokens that will be read soon into the cache.
func prefetchTokens(_ tokens: UnsafePointer<UInt32>, count: Int) { le_diff_prefetch_tokens(tokens, count) }
