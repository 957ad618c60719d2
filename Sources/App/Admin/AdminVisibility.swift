import Database
import Proximity

extension Admin: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        [Admin.administrators()]
    }

    private static func administrators() -> VisibilityLine {
        VisibilityLine(
            .out, rank: 30,
            icon: "shield", title: "The people who run this site", badge: BadgePart("Administrators", kind: .info),
            words: "They can see your name, when you joined, how many sessions you have, and reports. No page shows "
                + "them positions or notes. Whoever runs the server has the database: trust them, or ask.")
    }
}
