import Database
import Media
import Proximity

/// SQL on photos of the day: who sees which, and storing them.
enum DailyPostQueries {
    /// FROM and WHERE of the photos that a viewer sees, joined with their authors as `person`: one's own, and those of
    /// people who are visible, for everyone or for friends, once the day's photos are revealed or one has posted oneself.
    /// Nothing else may select photos of the day for anybody but their author. Conditions follow by AND.
    static func seen(by viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        FROM moment JOIN daily_window ON daily_window.day = moment.day
        JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment.account_id
        WHERE \(isSeen(by: viewer, now))
        """
    }

    /// The condition of ``seen(by:_:)`` for a photo whose author is visible to the viewer.
    static func isSeen(by viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        (moment.deleted_at IS NULL AND (moment.account_id = \(viewer)
          OR ((moment.audience = 'everyone'
              OR moment.account_id IN (SELECT friend.id FROM \(Person.friends(of: viewer)) AS friend))
            AND (daily_window.reveals_at <= \(now) OR EXISTS (SELECT 1 FROM moment AS mine
              WHERE mine.account_id = \(viewer) AND mine.day = moment.day AND mine.deleted_at IS NULL)))))
        """
    }

    /// The columns of `SeenDailyPost.init(row:to:)`, after ``seen(by:_:)``.
    static let columns: SQL = """
        moment.id AS moment_id, moment.day AS day, moment.back AS back, moment.front AS front, moment.caption AS caption,
          moment.place AS place, moment.lat AS lat, moment.lon AS lon, moment.retakes AS retakes,
          moment.late_ms AS late_ms, moment.audience AS audience, moment.posted_at AS posted_at, \(Person.columns)
        """

    /// A photo that the viewer sees; otherwise nil.
    static func post(
        _ database: Reader, _ id: ID<DailyPost>, to viewer: ID<Account>, at now: Timestamp
    ) throws -> SeenDailyPost? {
        try database.first("SELECT \(columns) \(seen(by: viewer, now)) AND moment.id = \(id)") {
            try SeenDailyPost($0, to: viewer)
        }
    }

    /// A person's photo of a day; nil if there is none.
    static func post(_ database: Reader, of account: ID<Account>, on day: CalendarDay) throws -> ID<DailyPost>? {
        try database.value(
            "SELECT id FROM moment WHERE account_id = \(account) AND day = \(day) AND deleted_at IS NULL")
    }

    /// The photo that a form has posted already.
    static func post(
        _ database: Reader, of account: ID<Account>, formKey: String
    ) throws -> ID<DailyPost>? {
        try database.value(
            """
            SELECT id FROM moment
            WHERE account_id = \(account) AND submission = \(formKey) AND deleted_at IS NULL
            """)
    }

    /// Stores a photo of the day; its drafts are claimed by the caller, who has asked whether there is one already.
    static func insert(
        _ database: Writer, _ post: NewDailyPost, of account: ID<Account>, in window: DailyWindow, at now: Timestamp
    ) throws -> ID<DailyPost> {
        // Others see the id in the address: it must not tell them more of the time than the page does.
        let id = database.newUnorderedID(DailyPost.self)
        let place = post.coordinate
        try database.execute(
            """
            INSERT INTO moment (id, account_id, day, submission, back, front, caption, place, lat, lon, cell, retakes,
              late_ms, audience, posted_at)
            VALUES (\(id), \(account), \(window.day), \(post.formKey), \(post.back.text), \(post.front?.text),
              \(post.caption), \(place == nil ? DailyPost.Place.none.rawValue : post.place.rawValue),
              \(place?.latitude), \(place?.longitude), \(place.map { CellID($0).signed }), \(Int64(post.retakes)),
              \(post.late), \(window.audience.rawValue), \(now))
            """)
        return id
    }
}
