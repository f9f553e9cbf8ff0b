// Lists the rows of a server that returns them in pages: scrolls to the end, and prints what the list shows.
//
//     python3 server.py 8000 7 &
//     STORIES=http://127.0.0.1:8000 swift run
import Foundation
import ListEngineData

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Story: Decodable, Identifiable {
    let id: Int
    let title: String
}

struct Answer: Decodable {
    let stories: [Story]
    let next: String?
}

struct Refused: Error { let status: Int }

let address = URL(string: ProcessInfo.processInfo.environment["STORIES"] ?? "http://127.0.0.1:8000")!

/// Requests a page of the server's list.
@Sendable func page(_ cursor: String?, _ limit: Int) async throws -> RowsOfPage<String, Story> {
    var url = URLComponents(url: address.appendingPathComponent("stories"), resolvingAgainstBaseURL: false)!
    url.queryItems = [URLQueryItem(name: "limit", value: "\(limit)")]
    if let cursor { url.queryItems?.append(URLQueryItem(name: "cursor", value: cursor)) }
    let (data, response) = try await URLSession.shared.data(for: URLRequest(url: url.url!))
    if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 { throw Refused(status: status) }
    let answer = try JSONDecoder().decode(Answer.self, from: data)
    return RowsOfPage(answer.stories, next: answer.next)
}

let stories = PageRows(
    // A server that refuses the request itself will refuse it again.
    retry: .backingOff(from: .milliseconds(10), failures: 20) { ($0 as? Refused)?.status != 400 },
    prefetches: true, page: page)
let rows = LiveRows(stories, pageSize: 20)
while !rows.count.isExact {
    rows.show(max(0, rows.numberOfItems - 20)..<rows.numberOfItems)
    try await Task.sleep(nanoseconds: 1_000_000)
    if let error = rows.failure { fatalError("\(error)") }
}
let ids = (0..<rows.numberOfItems).compactMap { rows.id(at: $0) }
print("\(rows.numberOfItems) rows, \(Set(ids).count) different ones, from \(ids.min() ?? 0) to \(ids.max() ?? 0)")
