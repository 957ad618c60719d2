import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// A site with a window, opened at noon, and people at the camera.
struct CameraWorld {
    let site: TestSite
    let window: DailyWindow

    /// - Parameter late: whether one may post until ten hours later.
    init(late: Bool = true, audience: DailyPost.Audience = .friends) throws {
        site = try TestSite.empty()
        let opened = site.now
        window = DailyWindow(
            day: site.app.daily.today(opened), openedAt: opened, closesAt: opened + 300,
            lateUntil: late ? opened + 36_000 : nil, revealsAt: opened + 300, audience: audience)
        try site.app.site.database.write { [window] in try WindowQueries.insert($0, window) }
    }

    /// Waits until so many seconds after the closing.
    func wait(afterClosing seconds: Double) {
        site.wait(seconds: 300 + seconds - site.now.seconds(since: window.openedAt))
    }

    /// Sends photos, each of them a picture, with fields.
    static func post(
        _ visitor: Visitor, names: [String] = ["back", "front"], fields: [(String, String)] = [],
        bytes: [UInt8] = PictureTests.icon, age: Double = 0
    ) throws {
        let all = [(name: "csrf", value: visitor.token)] + fields.map { (name: $0.0, value: $0.1) }
        try visitor.upload("/daily", files: names.map { ($0, "\($0).jpg", bytes) }, fields: all, age: age)
    }

    /// A photo of the day as it is stored.
    struct Stored {
        let account: ID<Account>
        let hasFront: Bool
        let caption: String
        let place: String
        let latitude: Double?
        let longitude: Double?
        let retakes: Int64
        let late: Int64
        let audience: String
    }

    func stored() throws -> [Stored] {
        try site.app.site.database.read { database in
            try database.all("SELECT * FROM moment WHERE deleted_at IS NULL ORDER BY posted_at, id") { row in
                let front: String? = try row["front"]
                return Stored(
                    account: try row["account_id"], hasFront: front != nil, caption: try row["caption"],
                    place: try row["place"], latitude: try row["lat"], longitude: try row["lon"],
                    retakes: try row["retakes"], late: try row["late_ms"], audience: try row["audience"])
            }
        }
    }

    func drafts() throws -> Int {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM media_draft") ?? 0 }
    }
}
