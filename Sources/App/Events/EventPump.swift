import Database
import Proximity

/// Durable events as a person receives them.
struct EventBatch {
    /// An event with what it says now.
    struct Entry {
        let id: Int64
        let name: String
        let data: String
    }

    let messages: [Entry]
    /// The sequence number up to which these are all that the person may know.
    let through: Int64
    /// Whether there are later ones.
    let isPart: Bool
}

/// Reads and sends what is new. Runs on the hub's thread.
extension Events {
    /// Most events of a person in one read.
    static let maxAtOnce = 100
    /// Most accounts in one read.
    private static let maxAccounts = 64

    /// Sends what is new for the woken accounts, with `asksAll` also what other processes wrote. A failed read leaves
    /// everything to the next turn.
    func tick(asksAll: Bool) {
        do { try send(asksAll: asksAll) } catch {
            site.log.warning("events wait", metadata: ["error": "\(error)"])
        }
    }

    /// - Throws: `DatabaseError`.
    func send(asksAll: Bool) throws {
        let news = hub.takeNews()
        let ephemeral = Dictionary(grouping: news.ephemeral) { $0.account }
        var accounts = news.accounts.union(ephemeral.keys)
        if asksAll { accounts.formUnion(try accountsBehind()) }
        var rest = Array(accounts)[...]
        while !rest.isEmpty {
            try serve(Array(rest.prefix(Events.maxAccounts)), ephemeral)
            rest = rest.dropFirst(Events.maxAccounts)
        }
    }

    /// Ends the streams of ended sessions, and returns the accounts with events that one of their streams has not sent.
    private func accountsBehind() throws -> Set<ID<Account>> {
        let all = hub.listeners
        guard !all.isEmpty else { return [] }
        let now = site.now
        let sessions = Set(all.map { $0.session })
        let last = try site.database.read { try EventQueries.last($0, ofLiving: Array(sessions), now) }
        var behind: Set<ID<Account>> = []
        for listener in all {
            guard let last = last[listener.session] else {
                end(listener)
                continue
            }
            if last > listener.cursor { behind.insert(listener.account) }
        }
        return behind
    }

    /// Sends what is new for some accounts. The sessions are checked in the same read as what is sent.
    private func serve(_ accounts: [ID<Account>], _ ephemeral: [ID<Account>: [EphemeralEvent]]) throws {
        let all = hub.listeners(of: accounts)
        let sessions = Set(all.map { $0.session })
        let now = site.now
        let (last, batches) = try site.database.read { database in
            let last = try EventQueries.last(database, ofLiving: Array(sessions), now)
            let ready = all.filter { last[$0.session] != nil && $0.isReady }
            var batches: [ID<Account>: EventBatch] = [:]
            for (account, listeners) in Dictionary(grouping: ready, by: { $0.account }) {
                let cursor = listeners.map { $0.cursor }.min() ?? 0
                guard let end = last[listeners[0].session], end > cursor else { continue }
                // What of one person cannot be read waits for the next turn, and holds up nobody else.
                do { batches[account] = try batch(database, for: account, after: cursor, upTo: end, now) } catch {
                    site.log.warning("events of a person wait", metadata: ["error": "\(error)"])
                }
            }
            return (last, batches)
        }
        for listener in all {
            guard last[listener.session] != nil else {
                end(listener)
                continue
            }
            if listener.isReady, let batch = batches[listener.account] {
                hub.advance(listener.number, to: listener.send(batch))
            }
            for event in ephemeral[listener.account] ?? [] where listener.isReady {
                listener.stream.send(event: event.name, data: event.data)
            }
        }
        for (account, batch) in batches where batch.isPart { hub.wake(account) }
    }

    private func end(_ listener: EventListener) {
        hub.remove(listener.number)
        listener.stream.close()
    }

    /// The events of a person after a sequence number, as far as they may know them. `last` is their highest number.
    func batch(
        _ database: Reader, for account: ID<Account>, after cursor: Int64, upTo last: Int64, _ now: Timestamp
    ) throws -> EventBatch {
        let events = try EventQueries.events(database, of: account, after: cursor, limit: Events.maxAtOnce)
        var data: [String: [Int64: String]] = [:]
        for source in site.features.conforming(to: (any EventSource).self) {
            let subjects = Set(events.filter { $0.name == source.eventName }.map { $0.subject })
            guard !subjects.isEmpty else { continue }
            data[source.eventName] = try source.eventData(database, of: subjects.sorted(), for: account, now)
        }
        let messages = events.compactMap { event in
            data[event.name]?[event.subject].map {
                EventBatch.Entry(id: event.sequence, name: event.name, data: $0)
            }
        }
        let isPart = events.count == Events.maxAtOnce
        return EventBatch(
            messages: messages, through: isPart ? events.last?.sequence ?? last : max(last, cursor), isPart: isPart)
    }
}
