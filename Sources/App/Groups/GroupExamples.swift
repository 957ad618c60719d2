import Atlas
import Database
import HTML
import HTTP
import Proximity

/// Examples of a group's pages.
struct GroupExamples {
    let groups: Groups

    var all: [GalleryExample] { pages + parts + chats }

    private var pages: [GalleryExample] {
        [
            .page("usual") { try page($0, world($0)) },
            .page("alone") { try page($0, world($0, count: 1)) },
            .page("a member") { try page($0, world($0), chosen: 1) },
            .page("who waits") { try page($0, world($0), chosen: 5) },
            .page("usual") { gallery in
                GroupWaitingPage(
                    frame: gallery.frame("Friday", .groups), part: "group-1", group: group(gallery),
                    asked: TimePart(moment: gallery.ago(0.1), gallery.words))
            },
            .page("usual") { try settings($0, world($0)) },
            .page("paused") { gallery in
                try settings(gallery, world(gallery) { $0.pausedUntil = gallery.ago(-2) })
            },
        ]
    }

    private var parts: [GalleryExample] {
        [
            .part("usual") { gallery in
                let page = try page(gallery, world(gallery))
                return GroupLivePart(
                    map: page.map, faces: page.faces, chat: page.head.chat, own: page.own, people: page.people)
            },
            .part("usual") { gallery in
                let (seen, page) = (try world(gallery), try page(gallery, world(gallery)))
                // Alone on its page the drawing begins in the middle, so it is half as wide as a phone.
                var drawing = groups.drawing(seen, viewport(seen, width: 160, height: 160))
                drawing.hasGround = false
                return GroupOverlayPart(
                    drawing: .init(trusted: drawing.svg()), faces: page.faces, chat: page.head.chat, own: page.own,
                    people: page.people)
            },
            .part("with admission") { try page($0, world($0, needsAdmission: true)).head },
            .part("usual") { try page($0, world($0)).head.chat },
            .part("usual") { try page($0, world($0)).faces },
            .part("usual") { try page($0, world($0)).people },
            .part("usual") { try card($0, 1) },
            .part("without a place") { try card($0, 4) },
            .part("strayed") { try member($0, 2) },
            .part("who waits") { try member($0, 5) },
        ] + states
    }

    private var states: [GalleryExample] {
        [
            .part("left the group") { try own($0, place: 900) { _ in } },
            .part("asked") { try own($0, isAsked: true) { _ in } },
            .part("paused") { gallery in try own(gallery) { $0.pausedUntil = gallery.ago(-2) } },
            .part("heading home") { gallery in try own(gallery) { $0.mutedAt = gallery.ago(0.1) } },
            .part("home safe") { gallery in try own(gallery) { $0.mutedAt = gallery.ago(1.5) } },
            .part("home") { gallery in
                try own(gallery) { ($0.mutedAt, $0.homeAt) = (gallery.ago(0.5), gallery.ago(0.1)) }
            },
            .part("alarm") { gallery in try own(gallery) { $0.helpAt = gallery.now } },
            .part("help") { try alert($0, .help, 1) }, .part("answered") { try alert($0, .help, 1, answering: 0) },
            .part("strayed") { try alert($0, .strayed, 2) },
            .part("you strayed") { try alert($0, .strayed, 0) }, .part("you need help") { try alert($0, .help, 0) },
            .part("both") { gallery in
                AlertsPart(
                    alerts: [
                        Markup(try alert(gallery, .help, 1)), Markup(try alert(gallery, .strayed, 2)),
                    ], style: gallery.site.assets.pageStyles["alert"] ?? "")
            },
            .part("usual") { gallery in
                BannersPart(
                    alerts: AlertsPart(
                        alerts: [Markup(try alert(gallery, .strayed, 2))],
                        style: gallery.site.assets.pageStyles["alert"] ?? ""),
                    banners: [Markup(RunningGroupPart(try world(gallery).view, [], gallery.words))])
            },
            .part("usual") { try end($0) },
            .part("while somebody asks for help") { gallery in
                try end(gallery) { ($0.helpAt, $0.helpToldAt) = (gallery.now, gallery.now) }
            },
            .part("usual") { gallery in RunningGroupPart(try world(gallery).view, [], gallery.words) },
            .part("a crowd") { gallery in
                let view = try world(gallery, count: 12, name: GalleryContext.longDisplayName).view
                return RunningGroupPart(view, [], gallery.words)
            },
            .part("help") { gallery in
                try own(gallery) { ($0.helpAt, $0.helpToldAt) = (gallery.ago(0.1), gallery.ago(0.1)) }
            },
        ]
    }

    func group(_ gallery: GalleryContext, name: String = "Friday", needsAdmission: Bool = false) -> FriendGroup {
        FriendGroup(
            id: ID(rawValue: 1), name: name, limit: Metres(300), needsAdmission: needsAdmission,
            createdAt: gallery.ago(2), endsAt: gallery.ago(-5), endedAt: nil, code: "K7M2PX", linkVersion: 1,
            conversation: nil)
    }

    private func people(_ gallery: GalleryContext, _ count: Int) -> [GroupMember] {
        let people = [gallery.viewer.person] + FriendExamples.people(gallery, count)
        return people.prefix(count).enumerated().map { place, person in
            var person = person
            if place == 3 { person = Person(id: person.id, username: Person.guestName, displayName: person.username) }
            return GroupMember(
                id: ID(rawValue: Int64(place + 1)), group: ID(rawValue: 1), person: person, isGuest: place == 3,
                isMaker: place == 0, phone: place == 1 ? "+358 50 123 4567" : "", joinedAt: gallery.ago(2),
                admittedAt: place == 5 ? nil : gallery.ago(1.9), leftAt: nil, device: nil,
                battery: place == 2 ? 18 : nil, pausedUntil: place == 4 ? gallery.ago(-1) : nil, mutedAt: nil,
                homeAt: nil, helpAt: nil, helpToldAt: nil)
        }
    }

    /// Metres to the north of the group and seconds ago of each member's fix: the third is away, the fourth silent.
    private static let fixes = [(20.0, 20.0), (-40, 30), (600, 60), (80, 900)]

    private func world(
        _ gallery: GalleryContext, count: Int = 6, name: String = "Friday", place: Double? = nil,
        needsAdmission: Bool = false, chosen: Int? = nil, isAsked: Bool = false,
        _ change: (inout GroupMember) -> Void = { _ in }
    ) throws -> SeenGroup {
        var members = people(gallery, count)
        change(&members[0])
        var state = GroupState()
        let steps = members.prefix(4).enumerated().flatMap { number, member in
            let (north, age) = GroupExamples.fixes[number]
            return [age + 45, age].map { (member: member, north: number == 0 ? place ?? north : north, since: $0) }
        }
        for step in steps.sorted(by: { $0.since > $1.since }) {
            state = try moved(state, gallery, step.member, north: step.north, since: step.since)
        }
        return SeenGroup(
            view: GroupView(
                group: group(gallery, name: name, needsAdmission: needsAdmission), own: members[0], members: members,
                hidden: [], state: state),
            chosen: chosen.map { members[$0] }, you: nil, hasUnread: true, asked: isAsked ? members[1] : nil,
            now: gallery.now, zone: gallery.viewer.timeZone)
    }

    private func moved(
        _ state: GroupState, _ gallery: GalleryContext, _ member: GroupMember, north: Double, since: Double
    ) throws -> GroupState {
        let centre = groups.basemaps.startingPlace(groups.site.settings)
        let shift = Double(member.id.rawValue) * 0.0006
        guard let place = Coordinate(latitude: centre.latitude + north / 111_195, longitude: centre.longitude + shift)
        else { throw Failure.notFound }
        let time = gallery.ago(since / 3_600)
        let fix = try Fix(coordinate: place, accuracy: Metres(12), time: time, source: .browser)
        return state.advanced(by: fix, of: member.id.rawValue, limit: Metres(300), now: time, isPlausible: true).state
    }

    private func viewport(
        _ seen: SeenGroup, width: Int = MapFrame.width, height: Int = MapFrame.height
    ) -> Viewport {
        let view = groups.beginning(seen)
        return Viewport(centre: view.centre, zoom: view.zoom, width: width, height: height)
    }

    private func page(_ gallery: GalleryContext, _ seen: SeenGroup, chosen: Int? = nil) throws -> GroupPage {
        let seen = SeenGroup(
            view: seen.view, chosen: chosen.map { seen.view.members[$0] }, you: nil, hasUnread: seen.hasUnread,
            asked: seen.asked, now: seen.now, zone: seen.zone)
        let frame = gallery.frame("Friday", .groups)
        let head = try GroupHead(
            seen, link: "https://example.org/join/aB3dE5gH7jK9mN2pQ4sT6vW8", limit: "300 m", gallery.words,
            isGuest: false)
        let map = MapPart(
            groups.drawing(seen, viewport(seen)), address: "/groups/1?", part: "/groups/1/live", gallery.viewer,
            groups.basemaps)
        return GroupPage(
            frame: frame, id: "1", part: "", head: head,
            isCentred: seen.chosen != nil, map: map, faces: GroupFacesPart(seen, .metric, groups.basemaps),
            own: GroupOwnPart(seen, csrf: frame.csrf, key: "example", .metric),
            people: GroupPeoplePart(
                seen, chat: seen.chosen == nil ? "" : "/groups/1/messages?to=2", csrf: frame.csrf, .metric))
    }

    private func own(
        _ gallery: GalleryContext, place: Double? = nil, isAsked: Bool = false,
        _ change: (inout GroupMember) -> Void
    ) throws -> GroupOwnPart {
        let seen = try world(gallery, count: 4, place: place, isAsked: isAsked, change)
        return GroupOwnPart(seen, csrf: gallery.frame("").csrf, key: "example", .metric)
    }

    /// An alert about one of the members, of whom one, or the fourth, is on the way to who needs help.
    private func alert(
        _ gallery: GalleryContext, _ kind: RunningAlert.Kind, _ place: Int, answering: Int = 3
    ) throws -> RunningAlertPart {
        let view = try world(gallery).view
        let alert = GroupAlert(
            id: ID(rawValue: 9), group: view.group.id, kind: kind == .help ? .help : .strayed,
            member: view.members[place].id, other: nil, limit: view.group.limit, createdAt: gallery.ago(0.05))
        let readings = [
            RunningAlert.Reading(
                alert: alert.id, member: view.members[answering].id, seenAt: answering == 0 ? nil : gallery.now,
                answer: RunningAlertPart.onMyWay)
        ]
        let running = RunningAlert(
            kind: kind, alert: alert, member: view.members[place], partner: nil,
            readings: kind == .help ? readings : [])
        return RunningAlertPart(
            running, view, chat: "/groups/1/messages?to=2", script: "", gallery.frame("").csrf, .metric, gallery.words)
    }

    private func end(
        _ gallery: GalleryContext, _ change: (inout GroupMember) -> Void = { _ in }
    ) throws -> GroupEndPart {
        guard let end = GroupEndPart(try world(gallery, change).view, gallery.frame("").csrf) else {
            throw Failure.notFound
        }
        return end
    }

    private func card(_ gallery: GalleryContext, _ place: Int) throws -> GroupMemberCard {
        let seen = try world(gallery)
        return GroupMemberCard(seen.view.members[place], seen, .metric)
    }

    private func member(_ gallery: GalleryContext, _ place: Int) throws -> GroupMemberPart {
        let seen = try world(gallery)
        return GroupMemberPart(
            seen.view.members[place], seen, chat: "/groups/1/messages?to=2", csrf: gallery.frame("").csrf, .metric)
    }

    private func settings(_ gallery: GalleryContext, _ seen: SeenGroup) throws -> GroupSettingsPage {
        let kinds: [GroupAlert.Kind] = [.back, .strayed, .headingHome, .joined]
        let alerts = kinds.enumerated().map { place, kind in
            GroupAlert(
                id: ID(rawValue: Int64(place + 1)), group: ID(rawValue: 1), kind: kind, member: ID(rawValue: 3),
                other: nil, createdAt: gallery.ago(Double(place) / 4))
        }
        let known = Dictionary(seen.view.members.map { ($0.id.rawValue, $0) }) { first, _ in first }
        return GroupSettingsPage(
            gallery.frame("Settings of Friday", .groups), seen.view,
            blocked: Array(seen.view.members.suffix(seen.view.own.isPaused(gallery.now) ? 2 : 0)), alerts, known,
            devices: [],
            friends: FriendChoicesPart(
                field: "username", legend: "Who comes?", FriendExamples.people(gallery, 5), [], chosen: [], circled: [],
                ValidationErrors()), FormFields(), gallery.viewer.units, gallery.words, ValidationErrors())
    }
}
