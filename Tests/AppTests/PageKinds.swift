/// Which links a test follows. Pages that differ in numbers and queries alone are of one kind, and some of each are enough:
/// days, months and views of maps never end, everybody has dozens of photos of the day, and each thing can be sent to each
/// friend.
struct PageKinds {
    private static let most = 25
    private static let mostOfMany = 2
    private var counts: [String: Int] = [:]

    /// Whether one more page of a path's kind is wanted; counts it then.
    mutating func takes(_ path: String) -> Bool {
        let kind = path.replacing(#/\d+|=[^&]+|(?<name>media\/)\w+/#) { $0.name ?? "" }
        let isOfMany = ["/daily/", "/calendar", "moments", "?card="].contains { path.contains($0) }
        guard counts[kind, default: 0] < (isOfMany ? PageKinds.mostOfMany : PageKinds.most) else { return false }
        counts[kind, default: 0] += 1
        return true
    }
}
