import Atlas
import Database
import HTML
import Media
import Proximity

/// Examples of relics' pages.
struct RelicPageExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("far, with a password") { gate($0, .far(.tooFar(distance: 183), 183)) },
            .page("unknown position") { gate($0, .unknown(nil), kind: .sound) },
            .page("inaccurate position") { gate($0, .far(.inaccurate(accuracy: 240), 90), isLocked: false) },
            .page("near, with a password") { try gate($0, near($0)) },
            .page("wrong password") {
                try gate($0, near($0), errors: ValidationErrors("password", "That’s not the password."))
            },
            .page("photo") { try page($0, .photo, visits: 3) },
            .page("video without words") { try page($0, .video, text: "", visits: 0) },
            .page("sound with a long book") {
                try page($0, .sound, text: GalleryContext.longText, visits: 20, isMore: true)
            },
            .page("own") { try page($0, .photo, text: GalleryContext.arabic, visits: 2, isOwn: true) },
            .page("report without a reason") {
                try page($0, .photo, visits: 1, errors: ValidationErrors("reason", "Say what happened."))
            },
            .part("place") { RelicPlacePart(known($0, .photo), for: $0.viewer, basemaps: basemaps) },
            .part("of somebody else") { _ in ways(isOwn: false) },
            .part("empty") { try book($0, visits: 0) },
            .part("full") { try book($0, visits: 5, isMore: true) },
        ]
    }

    private func near(_ gallery: GalleryContext) throws -> RelicNearness {
        let fix = try Fix(coordinate: gallery.place(1), accuracy: 8, time: gallery.now, source: .browser)
        return .near(fix)
    }

    private func gate(
        _ gallery: GalleryContext, _ nearness: RelicNearness, kind: Relic.Kind = .video, isLocked: Bool = true,
        errors: ValidationErrors = ValidationErrors()
    ) -> RelicGatePage {
        let relic = known(gallery, kind, isLocked: isLocked)
        return RelicGatePage(
            frame: gallery.frame(RelicWords.title(relic), .map), relic,
            way: RelicWay(nearness, relic: relic, units: .metric),
            walk: WalkPart(to: relic.coordinate, opensWithin: relic.radius, .metric, gallery.site), for: gallery.viewer,
            basemaps: basemaps, allowsTyped: true, ways: ways(isOwn: false), errors: errors)
    }

    private func ways(isOwn: Bool) -> RelicWaysPart {
        var ways = RelicWaysPart()
        let address = RelicPaths.own
        if !isOwn { ways.write = LinkPart("Write to leena", address, icon: "message-circle", isQuiet: true) }
        ways.send = LinkPart("Send in a chat", address, icon: "send", isQuiet: true)
        return ways
    }

    private func known(
        _ gallery: GalleryContext, _ kind: Relic.Kind, isLocked: Bool = true, isOwn: Bool = false
    ) -> KnownRelic {
        KnownRelic(
            id: ID(rawValue: 12),
            maker: isOwn ? Person(id: gallery.viewer.id, username: "aino_k") : gallery.person("leena"), kind: kind,
            coordinate: gallery.place(1), radius: Relic.usualRadius, isLocked: isLocked,
            age: RelicAge(
                appearsAt: gallery.ago(7), ageStep: Relic.Lifetime.day.step, lifetime: .day,
                expiresAt: gallery.ago(-17), now: gallery.now),
            isOpened: !isOwn, isOwn: isOwn)
    }

    private func material(
        _ gallery: GalleryContext, _ kind: Relic.Kind, text: String, visits: Int, isOwn: Bool, isMore: Bool
    ) throws -> RelicMaterial {
        let texts = ["Looked twice.", GalleryContext.emoji, GalleryContext.hebrew, GalleryContext.longWord]
        let names = ["mikko", GalleryContext.longName, "sofia", "aino_k"]
        let entries = (0..<visits).map { number in
            let name = names[number % names.count]
            return RelicVisitEntry(
                id: ID(rawValue: Int64(30 + number)),
                visitor: name == "aino_k" ? Person(id: gallery.viewer.id, username: name) : gallery.person(name),
                text: texts[number % texts.count], createdAt: gallery.ago(Double(number + 1)),
                zone: gallery.viewer.timeZone)
        }
        // A name without a file; nothing is loaded.
        guard let name = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        return RelicMaterial(
            relic: OpenRelic(
                known: known(gallery, kind, isOwn: isOwn), media: name, description: text, lifetime: .day,
                audience: .everyone, createdAt: gallery.ago(7), appearsAt: gallery.ago(7), expiresAt: gallery.ago(-17),
                zone: gallery.viewer.timeZone),
            extent: .init(width: 640, height: 480), visits: entries, next: isMore ? ID(rawValue: 30) : nil,
            openings: isOwn ? 3 : 0)
    }

    private func page(
        _ gallery: GalleryContext, _ kind: Relic.Kind, text: String = "It froze in the night, all at once.",
        visits: Int, isOwn: Bool = false, isMore: Bool = false, errors: ValidationErrors = ValidationErrors()
    ) throws -> RelicPage {
        try RelicPage(
            frame: gallery.frame("Photo from leena", .map),
            material(gallery, kind, text: text, visits: visits, isOwn: isOwn, isMore: isMore), for: gallery.viewer,
            times: gallery.times, basemaps: basemaps, ways: ways(isOwn: isOwn), key: "example", errors: errors)
    }

    private func book(_ gallery: GalleryContext, visits: Int, isMore: Bool = false) throws -> RelicBookPart {
        try page(gallery, .photo, visits: visits, isMore: isMore).book
    }
}
