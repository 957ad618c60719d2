/// Sorting of query results.
enum NeighbourSort {
    private typealias Buffer = UnsafeMutableBufferPointer<Neighbour>

    /// Up to this many results are sorted by insertion.
    private static let few = 24
    /// How many times a crowded bucket is distributed again before it is sorted by comparisons. Bounds the time for any
    /// input.
    private static let maxRounds = 4

    /// Sorts by distance, then id. `farthest` is the radius of the query: an estimate of the largest distance that
    /// affects speed only.
    ///
    /// In a disc the number of points grows about as the square of the distance, so buckets of equal area get about one
    /// point each, and sorting each bucket takes linear time in total. A crowded bucket, such as the guests of one
    /// venue, is distributed again between its own nearest and farthest.
    static func sort(_ found: inout [Neighbour], farthest: Double) {
        if found.count <= few {
            found.withUnsafeMutableBufferPointer { insertionSort($0) }
            return
        }
        let scale = Double(found.count) / max(farthest * farthest, 1e-300)
        found.withUnsafeMutableBufferPointer { all in
            shelve(all, rounds: maxRounds) { $0 * $0 * scale }
        }
    }

    /// Keeps the first `k` of the order, unsorted. Works in rounds, each of which sorts twice `k` results and drops
    /// those behind the k-th.
    static func keepFirst(_ k: Int, of found: inout [Neighbour]) {
        guard found.count / 4 > k else { return }
        var best: [Neighbour] = []
        best.reserveCapacity(2 * k)
        var worst = Neighbour(id: .max, distance: Metres(.infinity))
        for one in found where one < worst {
            best.append(one)
            if best.count == 2 * k {
                best.sort()
                best.removeLast(k)
                worst = best[k - 1]
            }
        }
        best.sort()
        found = Array(best.prefix(k))
    }

    /// Sorts by a rank that never decreases with the distance and runs from 0 to about the number of results.
    private static func shelve(_ all: Buffer, rounds: Int, rank: (Double) -> Double) {
        let count = all.count
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: count + 1) { ends in
            withUnsafeTemporaryAllocation(of: Neighbour.self, capacity: count) { sorted in
                ends.initialize(repeating: 0)
                func shelf(_ one: Neighbour) -> Int {
                    // nan (0 · ∞) fails the comparison and goes to bucket 0.
                    let place = rank(one.distance.value)
                    return place > 0 ? Int(min(place, Double(count - 1))) : 0
                }
                for one in all { ends[shelf(one) + 1] += 1 }
                for k in 1...count { ends[k] += ends[k - 1] }
                // Each start moves on until it is the end of its bucket.
                for one in all {
                    let shelf = shelf(one)
                    sorted.initializeElement(at: Int(ends[shelf]), to: one)
                    ends[shelf] += 1
                }
                _ = all.update(fromContentsOf: sorted)
                var start = 0
                for k in 0..<count {
                    let end = Int(ends[k])
                    if end - start > 1 { order(Buffer(rebasing: all[start..<end]), rounds) }
                    start = end
                }
            }
        }
    }

    private static func order(_ crowd: Buffer, _ rounds: Int) {
        if crowd.count <= few { return insertionSort(crowd) }
        let distances = crowd.reduce(into: (low: Double.infinity, high: 0.0)) {
            $0 = (min($0.low, $1.distance.value), max($0.high, $1.distance.value))
        }
        let scale = Double(crowd.count) / (distances.high - distances.low)
        // All on one spot: the scale is infinite and ids decide. They are mostly in order already.
        if scale.isFinite && rounds > 0 {
            shelve(crowd, rounds: rounds - 1) { ($0 - distances.low) * scale }
        } else if !zip(crowd, crowd.dropFirst()).allSatisfy({ $0 < $1 }) {
            var crowd = crowd
            crowd.sort()
        }
    }

    private static func insertionSort(_ all: Buffer) {
        guard all.count > 1 else { return }
        for k in 1..<all.count {
            let one = all[k]
            var hole = k
            while hole > 0 && one < all[hole - 1] {
                all[hole] = all[hole - 1]
                hole -= 1
            }
            all[hole] = one
        }
    }
}
