import Atlas
import Database
import Proximity

/// Which photos of a day somebody asks for.
struct DayChoice: Sendable {
    let day: CalendarDay
    /// Of the day's window.
    let audience: Moment.Audience
    /// A username, or the beginning of a name; "" for everybody's.
    var name = ""
}

/// A photo of the day as a point on a map.
struct MomentPlace: Sendable {
    let id: ID<Moment>
    let author: Person
    let isOwn: Bool
    /// The name of its picture.
    let back: String
    let coordinate: Coordinate
}

/// SQL on the photos of one day that a viewer sees: narrower than `MomentQueries.seen(by:_:)`, so that no other day's rows
/// are read, and where they are for friends none but theirs.
enum DayQueries {
    /// Most photos drawn one by one; more are drawn as counts.
    static let mostDrawn = 2_000
    /// Most photos that are counted.
    static let mostCounted = 50_000
    /// Most places that outline a day.
    static let mostOutlined = 300
    /// Most photos without a place that are looked at.
    static let mostPlaceless = 500

    /// The photos in a frame, one more than ``mostDrawn`` if there are more.
    static func within(
        _ database: Reader, _ bounds: Bounds, _ choice: DayChoice, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> [MomentPlace] {
        try database.all(
            """
            SELECT moment.id AS moment_id, moment.back AS back, moment.lat AS lat, moment.lon AS lon, \(Person.columns)
            \(seen(choice, in: bounds, by: viewer, now)) LIMIT \(mostDrawn + 1)
            """
        ) { row in
            let author = try Person(row)
            return MomentPlace(
                id: try row["moment_id"], author: author, isOwn: author.id == viewer, back: try row["back"],
                coordinate: try row.coordinate())
        }
    }

    /// The ids and places of the photos in a frame, where they are too many to draw.
    static func crowd(
        _ database: Reader, _ bounds: Bounds, _ choice: DayChoice, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> [(id: ID<Moment>, coordinate: Coordinate)] {
        try database.all(
            """
            SELECT moment.id AS moment_id, moment.lat AS lat, moment.lon AS lon
            \(seen(choice, in: bounds, by: viewer, now)) LIMIT \(mostCounted)
            """
        ) { (try $0["moment_id"], try $0.coordinate()) }
    }

    /// Places for the first view of a day.
    static func outline(
        _ database: Reader, _ choice: DayChoice, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> [Coordinate] {
        try database.all(
            """
            SELECT moment.lat AS lat, moment.lon AS lon
            \(seen(choice, by: viewer, now)) AND moment.cell IS NOT NULL LIMIT \(mostOutlined)
            """
        ) { try $0.coordinate() }
    }

    /// The photos whose authors keep their place to themselves, as they were posted.
    static func placeless(
        _ database: Reader, _ choice: DayChoice, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Moment>] {
        try database.all(
            """
            SELECT moment.id AS moment_id \(seen(choice, by: viewer, now)) AND moment.cell IS NULL
            ORDER BY moment.posted_at, moment.id LIMIT \(mostPlaceless)
            """
        ) { try $0["moment_id"] }
    }

    /// These photos, as far as the viewer sees them.
    static func moments(
        _ database: Reader, _ ids: [ID<Moment>], to viewer: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Moment>: SeenMoment] {
        let seen = try database.all(
            """
            SELECT \(MomentQueries.columns)
            FROM moment CROSS JOIN daily_window ON daily_window.day = moment.day
            CROSS JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment.account_id
            WHERE moment.id IN \(ids) AND \(MomentQueries.isSeen(by: viewer, now))
            """
        ) { try SeenMoment($0, to: viewer) }
        return Dictionary(seen.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// FROM and WHERE. The order of the joins is that of the numbers of rows.
    private static func seen(
        _ choice: DayChoice, in bounds: Bounds? = nil, by viewer: ID<Account>, _ now: Timestamp
    ) -> SQL {
        var conditions = MomentQueries.isSeen(by: viewer, now)
        if let bounds { conditions = "\(conditions) AND \(isInside(bounds))" }
        if !choice.name.isEmpty {
            let isWhole = DisplayName.fold(choice.name).count < Friends.shortestSearch
            conditions = "\(conditions) AND +moment.account_id IN \(Person.called(choice.name, isWhole: isWhole))"
        }
        return """
            FROM \(moments(choice, in: bounds, by: viewer))
            CROSS JOIN daily_window ON daily_window.day = moment.day
            CROSS JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment.account_id
            WHERE moment.day = \(choice.day) AND \(conditions)
            """
    }

    /// Those that may be seen: by the people who are few, or by their places.
    private static func moments(_ choice: DayChoice, in bounds: Bounds?, by viewer: ID<Account>) -> SQL {
        switch (choice.audience, bounds) {
        case (.friends, _):
            """
            (SELECT friend.id AS id FROM \(Person.friends(of: viewer)) AS friend UNION SELECT \(viewer)) AS near
            CROSS JOIN moment ON moment.account_id = near.id
            """
        case (.everyone, let bounds?):
            """
            \(Covering.of(bounds, maxCells: cellsOfFrame).spans)
            CROSS JOIN moment ON moment.cell BETWEEN span.low AND span.high
            """
        case (.everyone, nil):
            "moment"
        }
    }

    /// More cells fit a frame more tightly: fewer rows outside it are read.
    private static let cellsOfFrame = 24

    private static func isInside(_ bounds: Bounds) -> SQL {
        let isBetween: SQL =
            bounds.west <= bounds.east
            ? "moment.lon BETWEEN \(bounds.west) AND \(bounds.east)"
            : "(moment.lon >= \(bounds.west) OR moment.lon <= \(bounds.east))"
        return "moment.lat BETWEEN \(bounds.south) AND \(bounds.north) AND \(isBetween)"
    }
}
