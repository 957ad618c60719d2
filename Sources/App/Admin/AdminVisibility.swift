import Database
import Proximity

extension Admin: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        [Admin.administrators()]
    }

    private static func administrators() -> VisibilityLine {
        VisibilityLine(
            .out, rank: 30,
            "shield", "Who looks after this site", BadgePart("Administrators", .info),
            "They see your name, since when you are here, how many browsers are signed in, and reports. No page shows "
                + "them positions or notes. Who runs the computer holds the database: trust them, or ask.")
    }
}
