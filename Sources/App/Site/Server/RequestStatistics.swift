import HTTP
import Proximity
import Synchronization

/// Counts the answers of this process: all of them by route while metrics are collected, and always those that were the
/// site's own fault. Kept in memory, and bounded: labels are those of routes, never parts of paths.
final class RequestStatistics: Sendable {
    /// What answers are counted by.
    struct Key: Hashable, Sendable {
        let label: RequestLabel
        let status: String
    }

    /// How long answers of a route took.
    struct Durations: Sendable, Equatable {
        /// Upper bounds of the buckets in seconds; one more bucket has all that took longer.
        static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        /// Answers by bucket.
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var seconds = 0.0

        mutating func add(_ seconds: Double) {
            let bucket = Durations.bounds.firstIndex { seconds <= $0 } ?? Durations.bounds.count
            counts[bucket] += 1
            self.seconds += seconds
        }
    }

    /// Answers with a status from 500 on, of the last day.
    struct Fault: Sendable, Equatable {
        let label: RequestLabel
        let status: Int
        var count: Int
        /// When it happened last.
        var last: Timestamp
    }

    private struct Hour: Hashable {
        let number: Int64
        let label: RequestLabel
        let status: Int
    }

    private struct State {
        var counts: [Key: Int] = [:]
        var durations: [RequestLabel: Durations] = [:]
        var faults: [Hour: (count: Int, last: Timestamp)] = [:]
        /// The hour in which faults of other times were dropped last.
        var droppedIn: Int64?
    }

    private let state = Mutex(State())
    private static let hour: Int64 = 3_600_000
    /// Hours that are kept.
    private static let kept: Int64 = 24
    /// Most rows of faults that are kept: each route may fail with several statuses in each hour.
    private static let maxFaults = 10_000

    /// Counts an answer.
    func record(_ label: RequestLabel, _ status: Status, seconds: Double) {
        let key = Key(label: label, status: label.status(status))
        state.withLock { state in
            state.counts[key, default: 0] += 1
            state.durations[label, default: Durations()].add(seconds)
        }
    }

    /// Counts an answer with a status from 500 on.
    func recordFault(_ label: RequestLabel, status: Status, at now: Timestamp) {
        let hour = Hour(number: now.milliseconds / RequestStatistics.hour, label: label, status: status.rawValue)
        state.withLock { state in
            if state.faults[hour] == nil {
                // Once an hour: going through all of them with each new one would take ever longer.
                if state.droppedIn != hour.number {
                    let oldest = hour.number - RequestStatistics.kept
                    state.faults = state.faults.filter { $0.key.number > oldest && $0.key.number <= hour.number }
                    state.droppedIn = hour.number
                }
                if state.faults.count >= RequestStatistics.maxFaults { return }
            }
            state.faults[hour] = ((state.faults[hour]?.count ?? 0) + 1, now)
        }
    }

    /// The counts of all answers and how long they took.
    var all: (counts: [Key: Int], durations: [RequestLabel: Durations]) {
        state.withLock { ($0.counts, $0.durations) }
    }

    /// What went wrong in the last day, since the start of the process; the most frequent first.
    func faults(_ now: Timestamp) -> [Fault] {
        let current = now.milliseconds / RequestStatistics.hour
        var sums: [Key: Fault] = [:]
        for (hour, fault) in state.withLock({ $0.faults })
        where hour.number > current - RequestStatistics.kept && hour.number <= current {
            let key = Key(label: hour.label, status: "\(hour.status)")
            var sum = sums[key] ?? Fault(label: hour.label, status: hour.status, count: 0, last: fault.last)
            sum.count += fault.count
            sum.last = max(sum.last, fault.last)
            sums[key] = sum
        }
        return sums.values.sorted { ($1.count, $0.label.route, $0.status) < ($0.count, $1.label.route, $1.status) }
    }
}

/// What an answer is counted under: a route, or a group of routes that may not be told apart.
struct RequestLabel: Hashable, Sendable {
    /// "GET", "POST" …, or "any" for a group.
    let method: String
    /// The pattern of a route, "static" for files, "none" for a path that is no route's, or the name of a group.
    let route: String
    /// Whether its routes are counted together, and with them all good statuses.
    var isGroup = false

    /// "303"; of a group only statuses from 500 on are told apart.
    func status(_ status: Status) -> String { isGroup && status.rawValue < 500 ? "any" : "\(status.rawValue)" }
}

/// Finds what a request is counted under.
struct RequestLabels: Sendable {
    private let index: RouteIndex
    private let files: StaticPages
    /// Group names by pattern.
    private let groups: [String: String]

    /// - Parameter groups: names by the patterns of the routes that are counted together.
    init(_ index: RouteIndex, _ files: StaticPages, groups: [String: String]) {
        (self.index, self.files, self.groups) = (index, files, groups)
    }

    /// - Parameter target: as it was sent; nil when no head could be read.
    func label(_ method: HTTP.Method?, _ target: String?) -> RequestLabel {
        guard let method, let target else { return RequestLabel(method: "none", route: "none") }
        let path = String(target.prefix { $0 != "?" })
        let routes = index.routes(for: path.split(separator: "/"))
        let fitting = routes.first { $0.method == method || $0.method == .get && method == .head } ?? routes.first
        guard let pattern = fitting?.pattern else {
            return RequestLabel(method: method.rawValue, route: files.covers(path) ? "static" : "none")
        }
        if let group = groups[pattern] { return RequestLabel(method: "any", route: group, isGroup: true) }
        return RequestLabel(method: method.rawValue, route: pattern)
    }
}
