import Proximity

/// Creates the people of the demo world in an empty app and asks every feature for its part.
struct DemoStory {
    private let app: App
    private let now: Timestamp
    private let pictures: String

    init(_ app: App, _ now: Timestamp, pictures: String) {
        self.app = app
        self.now = now
        self.pictures = pictures
    }

    func tell(password: String) throws {
        var demo = DemoContext(people: [:], now: now, pictures: pictures)
        demo.people = try app.accounts.makeDemoPeople(
            DemoCast.names, password: password, zone: demo.zone, demo.ago(hours: 200))
        try app.uploads.prepareDemoFiles(demo)
        for feature in app.site.features.all { try feature.addDemo(demo) }
    }
}
