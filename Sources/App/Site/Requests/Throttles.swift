import Database
import HTTP
import Proximity
import Safeguards

/// Counters of attempts, by person or network. Stored as rows, so that a restart does not reset them.
struct Throttles: Sendable {
    let database: Database
    /// Used while the database takes no writes.
    private let unwritten = RateLimiter(maxCount: 10_000)

    init(database: Database) { self.database = database }

    static let migrations = [
        Migration(
            12, id: "2026-11-21 throttles",
            statements: [
                """
                CREATE TABLE throttle (
                  rule TEXT NOT NULL CHECK (length(rule) BETWEEN 1 AND 32),
                  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
                  attempts BIGINT NOT NULL,
                  window_start BIGINT NOT NULL,
                  blocked_until BIGINT NOT NULL,
                  PRIMARY KEY (rule, subject))
                """
            ])
    ]

    /// A rule and the subject it counts.
    typealias Counter = (rule: Throttle, subject: String)

    /// Counts an attempt before it is made, so that concurrent attempts all count.
    ///
    /// - Parameter times: number of attempts, at least 1: a form with several names tries each of them.
    /// - Returns: the counters.
    /// - Throws: `Failure.tooMany` if one of the counters refuses; then none has counted.
    @discardableResult
    func attempt(_ counters: [Counter], times: Int = 1, _ now: Timestamp) throws -> [Counter] {
        try database.write { try Throttles.attempt($0, counters, times: times, at: now) }
        return counters
    }

    /// Counts an attempt in the caller's transaction: only if that commits.
    ///
    /// - Throws: `Failure.tooMany` if one of the counters refuses.
    static func attempt(_ database: Writer, _ counters: [Counter], times: Int = 1, at now: Timestamp) throws {
        let states = try counters.map { try allowed(database, $0, times: times, at: now) }
        for (counter, state) in zip(counters, states) { try store(database, counter, state: state) }
    }

    /// Like `attempt`, but the other counters count only attempts beyond the free ones of `first`.
    ///
    /// - Returns: the counters that counted, `first` first.
    /// - Throws: `Failure.tooMany` if one of them refuses; then none has counted.
    func attempt(_ first: Counter, thenAlso others: [Counter], _ now: Timestamp) throws -> [Counter] {
        try database.write { database in
            let state = try Throttles.allowed(database, first, at: now)
            let counters = [first] + (state.count > first.rule.attempts ? others : [])
            let states = [state] + (try counters.dropFirst().map { try Throttles.allowed(database, $0, at: now) })
            for (counter, state) in zip(counters, states) { try Throttles.store(database, counter, state: state) }
            return counters
        }
    }

    /// Runs the counted work. If it fails, gives the attempt back to every counter.
    func givingBack<Value>(_ counters: [Counter], at now: Timestamp, body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            try succeeded(forgotten: [], returned: counters, now)
            throw error
        }
    }

    /// Counts an attempt at something that only reads. While the database takes no writes (full disk), counts in
    /// memory.
    ///
    /// - Throws: `Failure.tooMany` if one of the counters refuses.
    func attemptReading(_ counters: [Counter], _ now: Timestamp) throws {
        do { try attempt(counters, now) } catch is DatabaseError {
            if let seconds = unwritten.attempt(counters, now: now.milliseconds) {
                throw Failure.tooMany(retryAfter: seconds)
            }
        }
    }

    /// Records a successful attempt: resets `forgotten`, gives one attempt back to `returned`.
    func succeeded(forgotten: [Counter], returned: [Counter], _ now: Timestamp) throws {
        try database.write { database in
            for counter in forgotten {
                try database.execute(
                    "DELETE FROM throttle WHERE rule = \(counter.rule.name) AND subject = \(counter.subject)")
            }
            for counter in returned {
                guard let state = try Throttles.state(database, counter) else { continue }
                try Throttles.store(database, counter, state: counter.rule.returned(state, now: now.milliseconds))
            }
        }
    }

    /// Deletes counters that no rule needs any more; the longest window is a day.
    func sweep(_ now: Timestamp) throws {
        try database.write { database in
            try database.execute(
                "DELETE FROM throttle WHERE window_start < \(now - 2 * 86_400) AND blocked_until < \(now)")
        }
    }

    /// The state of a counter after more attempts.
    ///
    /// - Throws: `Failure.tooMany`.
    private static func allowed(
        _ database: Reader, _ counter: Counter, times: Int = 1, at now: Timestamp
    ) throws -> Throttle.State {
        var state = try Throttles.state(database, counter)
        for _ in 1..<max(1, times) { state = try allowed(counter, state: state, at: now) }
        return try allowed(counter, state: state, at: now)
    }

    private static func allowed(
        _ counter: Counter, state: Throttle.State?, at now: Timestamp
    ) throws -> Throttle.State {
        switch counter.rule.attempt(state, now: now.milliseconds) {
        case .refused(let seconds): throw Failure.tooMany(retryAfter: seconds)
        case .allowed(let state): return state
        }
    }

    private static func state(_ database: Reader, _ counter: Counter) throws -> Throttle.State? {
        try database.first(
            """
            SELECT attempts, window_start, blocked_until FROM throttle
            WHERE rule = \(counter.rule.name) AND subject = \(counter.subject)
            """
        ) { row in
            Throttle.State(
                count: try row["attempts"], windowStart: try row["window_start"],
                blockedUntil: try row["blocked_until"])
        }
    }

    private static func store(_ database: Writer, _ counter: Counter, state: Throttle.State) throws {
        try database.execute(
            """
            INSERT INTO throttle (rule, subject, attempts, window_start, blocked_until)
            VALUES (\(counter.rule.name), \(counter.subject), \(state.count), \(state.windowStart), \(state.blockedUntil))
            ON CONFLICT (rule, subject) DO UPDATE SET attempts = excluded.attempts,
              window_start = excluded.window_start, blocked_until = excluded.blocked_until
            """)
    }
}

extension RequestContext {
    /// The network of a request as counters name it: an address or an IPv6 household.
    var networkName: String { AddressKey(clientText)?.description ?? clientText }

    /// The counters of a rule for the network of a request and, with a limit ten times as high, for the IPv6 site
    /// around it.
    func networkCounters(_ rule: Throttle) -> [Throttles.Counter] {
        let site = AddressKey(clientText, .site).map { (rule.forSites, $0.description) }
        return [(rule, networkName)] + (site.map { [$0] } ?? [])
    }

    private var clientText: String { "\(request.head.client)" }
}
