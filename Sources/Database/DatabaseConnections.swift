import GRDB

/// How the file is opened.
extension Database {
    /// What of the file is mapped into memory for reading; a larger file's rest is read by copies.
    private static let mappedBytes = 1 << 30

    static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.label = "cairn"
        configuration.prepareDatabase { connection in
            // Pages of the file are read where the system has them, not copied: each commit empties the readers' own caches,
            // and a fifth of a map's time went into copies.
            try connection.execute(sql: "PRAGMA mmap_size = \(Database.mappedBytes)")
            if connection.configuration.readonly { try connection.execute(sql: "PRAGMA query_only = ON") }
        }
        return configuration
    }

    static func pool(_ path: String, _ configuration: GRDB.Configuration) throws -> DatabasePool {
        var configuration = configuration
        // Only migrations read here.
        configuration.maximumReaderCount = 1
        let pool = try DatabasePool(path: path, configuration: configuration)
        // After the pool's own set-up, which selects NORMAL: data that was reported as saved must survive a power cut.
        try pool.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864")
        }
        return pool
    }
}
