/// Which ranges of bytes are loaded by one request.
public enum ByteRanges {
    /// Bytes that are loaded without being used, at most, as a part of those that are wanted.
    static let overfetch = 0.15

    /// Neighbours that are worth one request: those with the smallest gaps between them.
    ///
    /// - Parameters:
    ///   - ranges: by rising start, none empty.
    ///   - maxBytes: of one request, unless a single range has more.
    /// - Returns: ranges of indices, which hold each index once.
    public static func groups(of ranges: [Range<UInt64>], maxBytes: UInt64) -> [Range<Int>] {
        let wanted = ranges.reduce(0) { $0 + UInt64($1.count) }
        let gaps = joinedGaps(ranges, budget: UInt64(Double(wanted) * overfetch))
        var groups: [Range<Int>] = []
        for (index, range) in ranges.enumerated() {
            if let last = groups.last, gaps.contains(index),
                range.upperBound - ranges[last.lowerBound].lowerBound <= maxBytes
            {
                groups[groups.count - 1] = last.lowerBound..<index + 1
            } else {
                groups.append(index..<index + 1)
            }
        }
        return groups
    }

    /// The indices of ranges that are loaded together with the one before.
    ///
    /// - Parameter budget: how many unused bytes may be loaded in all.
    static func joinedGaps(_ ranges: [Range<UInt64>], budget: UInt64) -> Set<Int> {
        let gaps = ranges.indices.dropFirst().map { index -> (index: Int, bytes: UInt64) in
            let (before, after) = (ranges[index - 1].upperBound, ranges[index].lowerBound)
            return (index, after > before ? after - before : 0)
        }
        var (joined, left) = (Set<Int>(), budget)
        for gap in gaps.sorted(by: { ($0.bytes, $0.index) < ($1.bytes, $1.index) }) {
            guard gap.bytes <= left else { break }
            left -= gap.bytes
            joined.insert(gap.index)
        }
        return joined
    }
}
