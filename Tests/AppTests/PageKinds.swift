/// Which links a test follows. Pages that differ in numbers and queries alone are of one kind, and some of each are enough:
/// days, months and views of maps never end, everybody has dozens of photos of the day, and each thing can be sent to each
/// friend.
struct PageKinds {
    private static let mostOfMany = 2
    private let most: Int
    private var counts: [[UInt8]: Int] = [:]

    /// At most so many pages of a kind.
    init(most: Int = 12) { self.most = most }

    /// Whether one more page of a path's kind is wanted; counts it then.
    mutating func takes(_ path: String) -> Bool {
        let kind = PageKinds.kind(of: path)
        let isOfMany = ["/daily/", "/calendar", "moments", "?card="].contains { path.contains($0) }
        guard counts[kind, default: 0] < (isOfMany ? min(most, PageKinds.mostOfMany) : most) else { return false }
        counts[kind, default: 0] += 1
        return true
    }

    /// The path without digits, values of queries and names of files. By bytes: the tests ask this of ten thousands of links.
    private static func kind(of path: String) -> [UInt8] {
        var kind: [UInt8] = []
        var isValue = false
        for byte in path.utf8 {
            if byte == UInt8(ascii: "&") { isValue = false }
            if !isValue && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { kind.append(byte) }
            if byte == UInt8(ascii: "=") { isValue = true }
        }
        guard path.hasPrefix("/media/") else { return kind }
        return Array("/media/".utf8) + kind.dropFirst(7).drop { $0 != UInt8(ascii: "/") }
    }
}
