import Database
import Media
import Proximity

extension Daily {
    var personalData: PersonalData {
        PersonalData(
            leftOut: [
                "daily_prompt": "says only on which day the camera was last shown",
                "calendar_feed": "the version of the calendar’s secret address alone",
                "recap": "the photos that it shows are exported by themselves",
                "moment": "", "moment_comment": "", "moment_reaction": "",
            ])
    }
}

extension Daily: MediaAccess {
    /// A photo is for who sees the photo of the day that it belongs to.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        try database.exists(
            """
            SELECT 1 \(MomentQueries.seen(by: viewer.id, site.now))
              AND (moment.back = \(name.text) OR moment.front = \(name.text))
            """)
    }
}
