import Database
import Foundation
import Media
import Proximity

/// The relics of the demo world. None ends within a day but one, because the world is served for days.
enum RelicDemo {
    /// A moment of the story.
    enum StoryTime {
        /// Some days before the story's last day, at an hour.
        case day(Double, at: Double)
        /// Some hours before the world is made.
        case ago(hours: Double)
    }

    /// Somebody who opened a relic.
    struct Visit {
        let name: String
        let at: StoryTime
        /// What they wrote into the visitors' book; "" for nothing.
        var text = ""
    }

    /// A relic: left, and opened or not.
    struct Entry {
        let maker: String
        let kind: Relic.Kind
        /// The name of its picture or recording among the demo world's files.
        let file: String
        let latitude: Double
        let longitude: Double
        let left: StoryTime
        let text: String
        var radius = Relic.usualRadius
        var lifetime = Relic.Lifetime.forever
        var password = ""
        var audience = Relic.Audience.everyone
        var visits: [Visit] = []

        var use: MediaUse {
            switch kind {
            case .photo: .photo
            case .video: .clip
            case .sound: .song
            }
        }
    }

    static let relics = own + others

    private static let own = [
        Entry(
            maker: "aino_k", kind: .photo, file: "picnic.webp", latitude: 60.165_35, longitude: 24.939_9,
            left: .day(3, at: 16),
            text: "The picnic that we postponed. The blanket is still in my hall, so it still counts.",
            visits: [
                Visit(name: "mikko", at: .day(2, at: 13), text: "I brought the thermos. You were not here."),
                Visit(name: "leena", at: .day(1, at: 9), text: "Counted the crumbs: there was a cake."),
            ]),
        Entry(
            maker: "aino_k", kind: .sound, file: "tram-bell.ogg", latitude: 60.168_8, longitude: 24.952_9,
            left: .day(1, at: 15), text: "The 2, ringing at a gull. The gull stayed.",
            lifetime: .week, password: "gull", audience: .friends),
        // Left just now.
        Entry(
            maker: "aino_k", kind: .photo, file: "tram.webp", latitude: 60.170_75, longitude: 24.943_55,
            left: .ago(hours: 0.5), text: "The 3, on its way out. It comes back.", lifetime: .day),
    ]

    private static let others = [
        // Far from Aino, and locked.
        Entry(
            maker: "mikko", kind: .video, file: "frozen-fountain.webm", latitude: 60.167_7, longitude: 24.945_9,
            left: .day(2, at: 20), text: "It froze in the night, all at once. Watch the left side.",
            password: "icicle"),
        // Within sight of her.
        Entry(
            maker: "leena", kind: .photo, file: "greenhouse.webp", latitude: 60.170_62, longitude: 24.945_05,
            left: .day(4, at: 12), text: "Summer, kept here for whoever needs some."),
        Entry(
            maker: "sofia", kind: .photo, file: "esplanadi.webp", latitude: 60.170_3, longitude: 24.943_9,
            left: .day(1, at: 9), text: "Your bench, as it looked while you were stuck at the station.",
            lifetime: .week, password: "cardamom", audience: .friends),
        // Opened by her.
        Entry(
            maker: "jonas", kind: .photo, file: "oodi.webp", latitude: 60.173_6, longitude: 24.938_9,
            left: .day(5, at: 17), text: "My corner. Guests welcome, whispering only.", radius: 80,
            visits: [Visit(name: "aino_k", at: .day(1, at: 18), text: "Borrowed your corner. Returned it warm.")]),
        Entry(
            maker: "elias", kind: .photo, file: "chapel.webp", latitude: 60.170_1, longitude: 24.937_2,
            left: .day(2, at: 11), text: "What silence looks like from outside.", lifetime: .week, audience: .friends,
            visits: [Visit(name: "aino_k", at: .day(0, at: 8.5))]),
        Entry(
            maker: "noor_h", kind: .photo, file: "rink.webp", latitude: 60.172_2, longitude: 24.946_8,
            left: .day(1, at: 19), text: "Opening night. Spot the ugly hat.", radius: 150, lifetime: .week),
        // No friend of hers.
        Entry(
            maker: "ville", kind: .photo, file: "senate-square.webp", latitude: 60.168_9, longitude: 24.951_2,
            left: .day(6, at: 14), text: "47. I counted.", radius: 100),
    ]
}

extension Relics {
    func addDemo(_ demo: DemoContext) throws {
        // Lists show relics in the order in which they were stored.
        let relics = RelicDemo.relics.sorted { demo.time($0.left) < demo.time($1.left) }
        for (number, entry) in relics.enumerated() {
            let maker = try demo.id(entry.maker)
            // Without its file there is no relic.
            guard let place = Coordinate(latitude: entry.latitude, longitude: entry.longitude),
                let media = try uploads.receiveDemoDraft(
                    entry.file, as: entry.use, for: Relics.draftPurpose, of: maker, demo)
            else { continue }
            var new = NewRelic(media: media, kind: entry.kind, coordinate: place, formKey: "demo-\(number)")
            new.description = entry.text
            (new.radius, new.lifetime, new.audience) = (entry.radius, entry.lifetime, entry.audience)
            if !entry.password.isEmpty { new.password = try accounts.hasher.hash(entry.password, as: .stranger).text }
            let id = try create(new, from: maker, zone: demo.zone, demo.time(entry.left))
            for visit in entry.visits { try add(visit, to: id, demo) }
        }
    }

    private func add(_ visit: RelicDemo.Visit, to id: ID<Relic>, _ demo: DemoContext) throws {
        let (visitor, time) = (try demo.id(visit.name), demo.time(visit.at))
        try site.database.write { database in
            try RelicQueries.setOpened(database, id, by: visitor, isTyped: false, givesReceipt: true, at: time)
            guard !visit.text.isEmpty else { return }
            _ = try RelicQueries.insertVisit(
                database, id, by: visitor, text: visit.text, zone: demo.zone, formKey: "demo-\(id)", at: time)
        }
    }
}

extension DemoContext {
    fileprivate func time(_ moment: RelicDemo.StoryTime) -> Timestamp {
        switch moment {
        case .day(let daysAgo, let hour): day(daysAgo, at: hour)
        case .ago(let hours): ago(hours: hours)
        }
    }
}
