import Database
import Proximity

/// Relics are counted by kind: those for everyone once for all and once for their maker, those for friends for their
/// maker alone. What a viewer may know of is the sum of a few layers, less the layers of people whom they do not see.
enum RelicCounts {
    /// The relics for everyone of a kind, of one maker; of all without a maker.
    static func everyone(_ kind: Relic.Kind, by maker: ID<Account>? = nil) -> GridCounts.Layer {
        GridCounts.Layer(name: "relics \(kind.rawValue)", owner: maker?.rawValue ?? 0)
    }

    /// The relics of a kind that a maker left for friends.
    static func friends(_ kind: Relic.Kind, by maker: ID<Account>) -> GridCounts.Layer {
        GridCounts.Layer(name: "relics friends \(kind.rawValue)", owner: maker.rawValue)
    }

    static func layers(_ kind: Relic.Kind, _ audience: Relic.Audience, by maker: ID<Account>) -> [GridCounts.Layer] {
        switch audience {
        case .everyone: [everyone(kind), everyone(kind, by: maker)]
        case .friends: [friends(kind, by: maker)]
        }
    }

    static func all(by maker: ID<Account>) -> [GridCounts.Layer] {
        Relic.Kind.allCases.flatMap { [everyone($0, by: maker), friends($0, by: maker)] }
    }
}

extension RelicQueries {
    /// Counts a relic on maps, or no longer. Whatever begins or ends a relic's row says so here, once: leaving it, deleting
    /// it (`deleted_at` set, or the row gone), restoring it. Expiry counts when the row goes, not before.
    ///
    /// - Parameter id: of a row that exists, also while `deleted_at` is set.
    static func count(_ database: Writer, _ id: ID<Relic>, isAdded: Bool) throws {
        let relic = try database.first(
            "SELECT maker_id, kind, audience, lat, lon FROM relic WHERE id = \(id)"
        ) { row -> (layers: [GridCounts.Layer], place: Coordinate) in
            let layers = RelicCounts.layers(
                try value(row, "kind"), try value(row, "audience"), by: try row["maker_id"])
            return (layers, try row.coordinate())
        }
        guard let relic else { return }
        for layer in relic.layers {
            if isAdded {
                try GridCounts.add(database, layer, place: relic.place)
            } else {
                try GridCounts.remove(database, layer, place: relic.place)
            }
        }
    }
}
