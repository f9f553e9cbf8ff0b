internal import CListEngine

// Memory is compared by the core's vectors. All of these are O(result).

/// The number of tokens that are the same at the start of two memories.
func commonPrefix(_ a: UnsafePointer<Token>, _ b: UnsafePointer<Token>, count: Int) -> Int {
    le_diff_equal_tokens(a, b, count)
}

/// The number of tokens that are the same before the ends of two memories.
func commonSuffix(_ a: UnsafePointer<Token>, _ b: UnsafePointer<Token>, count: Int) -> Int {
    le_diff_equal_tokens_before(a, b, count)
}

/// Writes the tokens that identifiers are guessed to have, as long as the guesses count up by one and are right.
/// - Parameters:
///   - known: What the first guess stands for, and what follows it: words of 64 bits.
///   - given: The identifiers.
/// - Returns: The number of right guesses. What is written behind them has no meaning.
@usableFromInline
func predictedTokens(
    _ guesses: UnsafePointer<Token>, _ known: UnsafeRawPointer, _ given: UnsafeRawPointer,
    into target: UnsafeMutablePointer<Token>, count: Int
) -> Int {
    le_diff_predicted_tokens(
        guesses, known.assumingMemoryBound(to: UInt64.self), given.assumingMemoryBound(to: UInt64.self), target, count)
}

/// The number of tokens, from the start of a memory on, that count up by one from `first`.
func ascending(_ tokens: UnsafePointer<Token>, from first: Token, count: Int) -> Int {
    le_diff_ascending_tokens(tokens, first, count)
}
