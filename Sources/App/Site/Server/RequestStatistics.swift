import HTTP
import Synchronization

/// Counts the answers of this process for metrics. In memory, and bounded: labels are those of routes, never parts of paths.
final class RequestStatistics: Sendable {
    /// What answers are counted by.
    struct Key: Hashable, Sendable {
        let label: RequestLabel
        let status: String
    }

    /// How long answers took.
    struct Durations: Sendable, Equatable {
        /// Upper bounds of the buckets in seconds; one more bucket has all that took longer.
        static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        /// The first bucket that is told of features whose routes are counted together.
        static let roughFrom = bounds.firstIndex(of: 0.5) ?? 0
        /// Answers by bucket.
        private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
        private(set) var seconds = 0.0

        mutating func add(_ seconds: Double) {
            counts[Durations.bounds.firstIndex { seconds <= $0 } ?? Durations.bounds.count] += 1
            self.seconds += seconds
        }
    }

    private struct State {
        var counts: [Key: Int] = [:]
        var durations: [RequestLabel: Durations] = [:]
    }

    private let state = Mutex(State())

    /// Counts an answer.
    ///
    /// - Parameter seconds: how long it took; nil for one to what was no request.
    func record(_ label: RequestLabel, _ status: Status, seconds: Double?) {
        let key = Key(label: label, status: label.status(status))
        state.withLock { state in
            state.counts[key, default: 0] += 1
            if let seconds { state.durations[label, default: Durations()].add(seconds) }
        }
    }

    /// How many answers there were and how long they took.
    var all: (counts: [Key: Int], durations: [RequestLabel: Durations]) {
        state.withLock { ($0.counts, $0.durations) }
    }
}
