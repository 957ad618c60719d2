import Atlas
import Database
import Proximity

/// Which photos of a day somebody asks for.
struct DayChoice: Sendable {
    let day: CalendarDay
    /// Of the day's window.
    let audience: DailyPost.Audience
    /// A username, or the beginning of a name; "" for everybody's.
    var name = ""
}

/// A photo of the day as a point on a map.
struct DailyPostPlace: Sendable {
    let id: ID<DailyPost>
    let author: Person
    let isOwn: Bool
    /// The name of its picture.
    let back: String
    let coordinate: Coordinate
    /// Whether that is the middle of an area, which is all that its author gave.
    let isArea: Bool

    var point: DailyPostPoint {
        DailyPostPoint(id: id, author: author.id, isOwn: isOwn, coordinate: coordinate, isArea: isArea)
    }
}

/// The same without what its pin says: for those that become numbers.
struct DailyPostPoint: Sendable {
    let id: ID<DailyPost>
    let author: ID<Account>
    let isOwn: Bool
    let coordinate: Coordinate
    let isArea: Bool
}

/// SQL on the photos of one day that a viewer sees: narrower than `DailyPostQueries.seen(by:_:)`, so that no other day's rows
/// are read, and where they are for friends none but theirs.
enum DayQueries {
    /// Most photos drawn one by one; more are drawn as counts.
    static let maxDrawn = 2_000
    /// Most photos that are counted.
    static let maxCounted = 50_000
    /// Most places that outline a day.
    static let maxOutlined = 300
    /// Most photos without a place that are looked at.
    static let maxPlaceless = 500

    /// The photos in a frame, up to a number of them.
    static func within(
        _ database: Reader, _ bounds: Bounds, choice: DayChoice, for viewer: ID<Account>, at now: Timestamp,
        limit: Int
    ) throws -> [DailyPostPlace] {
        try database.all(
            """
            SELECT \(placeColumns)
            \(seen(choice, in: bounds, by: viewer, now)) LIMIT \(limit)
            """
        ) { try DailyPostPlace($0, to: viewer) }
    }

    /// The points of ``within(_:_:choice:for:at:limit:)`` in the same order, up to ``maxCounted``, without whose they
    /// are.
    static func points(
        _ database: Reader, _ bounds: Bounds, choice: DayChoice, for viewer: ID<Account>, at now: Timestamp
    ) throws -> [DailyPostPoint] {
        try database.all(
            """
            SELECT moment.id AS moment_id, moment.account_id AS account_id, moment.lat AS lat, moment.lon AS lon,
              moment.place AS place
            \(seen(choice, in: bounds, by: viewer, now)) LIMIT \(maxCounted)
            """
        ) { row in
            let id: ID<DailyPost> = try row["moment_id"]
            let author: ID<Account> = try row["account_id"]
            let coordinate = try row.coordinate()
            let place: String = try row["place"]
            return DailyPostPoint(
                id: id, author: author, isOwn: author == viewer, coordinate: coordinate,
                isArea: place == DailyPost.Place.area.rawValue)
        }
    }

    /// Those among some photos with a place that the viewer sees.
    static func places(
        _ database: Reader, _ ids: [ID<DailyPost>], to viewer: ID<Account>, at now: Timestamp
    ) throws -> [DailyPostPlace] {
        try database.all("SELECT \(placeColumns) \(seen(ids, by: viewer, now)) AND moment.cell IS NOT NULL") {
            try DailyPostPlace($0, to: viewer)
        }
    }

    private static let placeColumns: SQL = """
        moment.id AS moment_id, moment.back AS back, moment.lat AS lat, moment.lon AS lon, moment.place AS place,
          \(Person.columns)
        """

    /// Places for the first view of a day.
    static func outline(
        _ database: Reader, _ choice: DayChoice, for viewer: ID<Account>, at now: Timestamp
    ) throws -> [Coordinate] {
        try database.all(
            """
            SELECT moment.lat AS lat, moment.lon AS lon
            \(seen(choice, by: viewer, now)) AND moment.cell IS NOT NULL LIMIT \(maxOutlined)
            """
        ) { try $0.coordinate() }
    }

    /// The photos whose authors keep their place to themselves, as they were posted.
    static func placeless(
        _ database: Reader, _ choice: DayChoice, for viewer: ID<Account>, at now: Timestamp
    ) throws -> [ID<DailyPost>] {
        try database.all(
            """
            SELECT moment.id AS moment_id \(seen(choice, by: viewer, now)) AND moment.cell IS NULL
            ORDER BY moment.posted_at, moment.id LIMIT \(maxPlaceless)
            """
        ) { try $0["moment_id"] }
    }

    /// These photos, as far as the viewer sees them.
    static func posts(
        _ database: Reader, _ ids: [ID<DailyPost>], to viewer: ID<Account>, at now: Timestamp
    ) throws -> [ID<DailyPost>: SeenDailyPost] {
        let posts = try database.all("SELECT \(DailyPostQueries.columns) \(seen(ids, by: viewer, now))") {
            try SeenDailyPost($0, to: viewer)
        }
        return Dictionary(posts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// FROM and WHERE of those among some photos that a viewer sees.
    private static func seen(_ ids: [ID<DailyPost>], by viewer: ID<Account>, _ now: Timestamp) -> SQL {
        // The joins' order wants the photos by their ids: the other way round, it begins with all days or accounts.
        """
        FROM moment CROSS JOIN daily_window CROSS JOIN \(Person.visible(to: viewer)) AS person
        WHERE moment.id IN \(ids) AND daily_window.day = moment.day AND person.id = moment.account_id
          AND \(DailyPostQueries.isSeen(by: viewer, now))
        """
    }

    /// FROM and WHERE.
    private static func seen(
        _ choice: DayChoice, in bounds: Bounds? = nil, by viewer: ID<Account>, _ now: Timestamp
    ) -> SQL {
        var conditions = DailyPostQueries.isSeen(by: viewer, now)
        if let bounds { conditions = "\(conditions) AND \(isInside(bounds))" }
        if !choice.name.isEmpty {
            let isWhole = DisplayName.fold(choice.name).count < Friends.minSearchLength
            // The plus keeps the index of `posts`: by moment_by_account, each name that fits is looked up for every cell.
            conditions = "\(conditions) AND +moment.account_id IN \(Person.called(choice.name, isWhole: isWhole))"
        }
        let known = posts(choice, in: bounds, by: viewer)
        // The joins' order is that of the numbers of rows: the other way round, it begins with all accounts.
        return """
            FROM \(known.tables) CROSS JOIN daily_window CROSS JOIN \(Person.visible(to: viewer)) AS person
            WHERE \(known.condition) AND daily_window.day = moment.day AND person.id = moment.account_id
              AND \(conditions)
            """
    }

    /// Those that may be seen: by the people who are few, or by their places.
    private static func posts(
        _ choice: DayChoice, in bounds: Bounds?, by viewer: ID<Account>
    ) -> (tables: SQL, condition: SQL) {
        let isOfDay: SQL = "moment.day = \(choice.day)"
        switch (choice.audience, bounds) {
        case (.friends, _):
            // Wants moment_by_account: the other way round, the photos of everybody that day are read.
            let people: SQL = """
                (SELECT friend.id AS id FROM \(Person.friends(of: viewer)) AS friend UNION SELECT \(viewer)) AS near
                """
            return ("\(people) CROSS JOIN moment", "\(isOfDay) AND moment.account_id = near.id")
        case (.everyone, let bounds?):
            // Wants moment_by_day with its cells: the other way round, the photos of the whole world that day are read.
            let spans = Covering.of(bounds, maxCells: cellsOfFrame).spans
            return ("\(spans) CROSS JOIN moment", "\(isOfDay) AND moment.cell BETWEEN span.low AND span.high")
        case (.everyone, nil):
            return ("moment", isOfDay)
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

extension DailyPostPlace {
    /// From the columns of a photo with a place.
    fileprivate init(_ row: Row, to viewer: ID<Account>) throws {
        let author = try Person(row)
        let place: String = try row["place"]
        self.init(
            id: try row["moment_id"], author: author, isOwn: author.id == viewer, back: try row["back"],
            coordinate: try row.coordinate(), isArea: place == DailyPost.Place.area.rawValue)
    }
}
