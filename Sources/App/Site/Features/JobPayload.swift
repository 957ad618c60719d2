import Foundation

/// What a job carries from the transaction that enqueues it to its run. It is stored as JSON.
protocol JobPayload: Codable, Sendable {
    /// Reads what the program stored before payloads were JSON: words or lines. Nil for anything else. Jobs wait in the
    /// table while the program is replaced by a newer one.
    init?(older text: String)
}

/// Two numbers as payloads had them before they were JSON: "17 42".
enum OlderPayload {
    static func pair(_ text: String) -> (Int64, Int64)? {
        let numbers = text.split(separator: " ").map { Int64($0) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        return (first, second)
    }
}

/// A stored payload that its kind of job cannot read: the job fails, so that administrators see it.
struct UnreadablePayload: Error {}

extension JobPayload {
    /// Reads a stored payload.
    ///
    /// - Throws: `UnreadablePayload`.
    init(stored text: String) throws {
        if let payload = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) {
            self = payload
        } else if let payload = Self(older: text) {
            self = payload
        } else {
            throw UnreadablePayload()
        }
    }

    /// As it is stored.
    var stored: String { get throws { try SiteJSON.text(self) } }
}

extension JobKind {
    /// A kind whose jobs carry a payload.
    init<Payload: JobPayload>(
        name: String, payload: Payload.Type, lease: Double = 300, lane: JobLane = .prompt, isPromised: Bool = false,
        run: @escaping @Sendable (Payload, Job) throws -> Void
    ) {
        self.init(name: name, lease: lease, lane: lane, isPromised: isPromised) { job in
            try run(try Payload(stored: job.payload), job)
        }
    }
}
