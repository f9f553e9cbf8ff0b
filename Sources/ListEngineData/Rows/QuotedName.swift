/// Returns a name as SQL reads it: within quotes. A quote in the name is written twice.
package func nameInQuotes(_ name: String) -> String {
    // By scalars: a quote with a combining mark is one character, and a database sees a quote.
    var quoted = "\"".unicodeScalars
    for scalar in name.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar]) }
    return String(quoted) + "\""
}
