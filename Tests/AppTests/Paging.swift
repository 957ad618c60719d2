import Testing

@testable import App

extension Visitor {
    /// The numbers of all items "thing 1." and so on, in the order of the pages of a list.
    func numbers(_ path: String) throws -> [Int] {
        var found: [Int] = []
        var next: String? = path
        var pages = 0
        while let path = next, pages < 10 {
            let page = try get(path).gets(200).page
            found += page.plain.matches(of: #/thing (\d+)\./#).compactMap { Int($0.1) }
            next = page.links.first { $0.contains("after=") }
            pages += 1
        }
        #expect(pages == 3, "\(path)")
        return found
    }
}
