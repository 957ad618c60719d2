import Database
import Proximity

/// The settings of the site in memory, for pages that ask no database. Another process of the site sees a change within
/// ten seconds.
final class SettingsStore: Sendable {
    private struct State: Sendable {
        var settings: SiteSettings
        var readAt = Timestamp(seconds: 0)

        func isDue(_ now: Timestamp) -> Bool {
            now.seconds(since: readAt) >= SettingsStore.life || now < readAt
        }
    }

    /// Every page reads them, and hardly anybody writes.
    private let state: ReadersWriterLocked<State>

    /// Seconds after which the row is read again.
    private static let life = 10.0

    init(baseURL: String) {
        var settings = SiteSettings()
        settings.baseURL = baseURL
        state = ReadersWriterLocked(State(settings: settings))
    }

    var current: SiteSettings { state.read { $0.settings } }

    /// Reads the settings, and stores `initial` when the site has none yet: at the first start.
    func begin(_ database: Database, _ initial: SiteSettings, at now: Timestamp) throws {
        // A site that has settings starts without a write, also while the disk is full.
        if let stored = try database.read({ try SettingsQueries.settings($0) }) { return keep(stored, now) }
        let stored = try database.write { database in
            // Of two processes that start at once the first one stores them.
            if let stored = try SettingsQueries.settings(database) { return stored }
            try SettingsQueries.set(database, initial)
            return initial
        }
        keep(stored, now)
    }

    /// Reads the settings again when that was a while ago.
    func refresh(_ database: Database, _ now: Timestamp) throws {
        guard state.read({ $0.isDue(now) }) else { return }
        let isFirst = state.write { state in
            guard state.isDue(now) else { return false }
            // Others go on with what is there meanwhile.
            state.readAt = now
            return true
        }
        guard isFirst, let stored = try database.read({ try SettingsQueries.settings($0) }) else { return }
        keep(stored, now)
    }

    /// Stores the settings of the form in the caller's transaction; `keep` makes them those of this process.
    static func set(_ database: Writer, _ settings: SiteSettings) throws {
        try SettingsQueries.set(database, settings)
    }

    /// Uses settings that are stored.
    func keep(_ settings: SiteSettings, _ now: Timestamp) {
        state.write { state in
            let baseURL = state.settings.baseURL
            state = State(settings: settings, readAt: now)
            state.settings.baseURL = baseURL
        }
    }
}
