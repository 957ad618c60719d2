import Database
import HTTP
import Proximity

/// Examples of the list of groups and of the ways into one.
struct GroupListExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] { lists + forms + joins + home + past }

    private var home: [GalleryExample] {
        [
            .part("card") { Self.card($0, 1, "Friday", 8, BadgePart("With the group", .good)) },
            .part("beside another") { gallery in
                GroupCardPart(
                    Self.group(gallery, 1, "Friday"), FriendExamples.people(gallery, 3),
                    distinction: "with Ville and Noor", state: BadgePart("With the group", .good), gallery.words)
            },
            .part("limit") { form($0, FormFields(values: [("limit_m", "1000")])).limit },
            .page("report") { GroupReportPage($0.frame("Report this group", .groups), Self.group($0, 1, "Friday")) },
            .page("report refused") { gallery in
                GroupReportPage(
                    gallery.frame("Report this group", .groups),
                    Self.group(gallery, 1, GalleryContext.longDisplayName), FormFields(),
                    ValidationErrors("reason", "Say what happened."))
            },
        ]
    }

    private static func group(
        _ gallery: GalleryContext, _ id: Int64, _ name: String, needsAdmission: Bool = false, hours: Double = 5
    ) -> FriendGroup {
        FriendGroup(
            id: ID(rawValue: id), name: name, limit: Metres(300), needsAdmission: needsAdmission,
            createdAt: gallery.now, endsAt: gallery.now + hours * 3_600, endedAt: nil, code: "K7M2PX", linkVersion: 1,
            conversation: nil)
    }

    private static func card(
        _ gallery: GalleryContext, _ id: Int64, _ name: String, _ count: Int, _ state: BadgePart,
        isPending: Bool = false, hours: Double = 5
    ) -> GroupCardPart {
        GroupCardPart(
            group(gallery, id, name, hours: hours), FriendExamples.people(gallery, count), state: state,
            isPending: isPending, gallery.words)
    }

    private static func cards(_ gallery: GalleryContext) -> [GroupCardPart] {
        [
            card(gallery, 1, "Friday", 5, BadgePart("With the group", .good)),
            card(gallery, 2, GalleryContext.longDisplayName, 12, BadgePart("You’re away from the group", .danger)),
            card(gallery, 3, GalleryContext.arabicName, 1, BadgePart("Not sharing", .waiting), hours: 30),
            card(gallery, 4, "Berry trip", 0, BadgePart("Waiting to be let in", .waiting), isPending: true),
        ]
    }

    private static func list(
        _ gallery: GalleryContext, _ groups: [GroupCardPart], past: Int = 0, _ form: FormFields = FormFields(),
        _ errors: ValidationErrors = ValidationErrors()
    ) -> GroupsPage {
        let names = ["Midsummer", GalleryContext.longDisplayName, "Rink"]
        let past = (0..<past).map { place -> PastGroupPart in
            let end: Timestamp = gallery.now - Double(place + 1) * 900_000
            let group = GroupListQueries.Past(
                id: ID(rawValue: Int64(place + 10)), name: names[place % 3], endedAt: end, count: place + 1)
            return PastGroupPart(group, isMorning: place == 0, gallery.words)
        }
        return GroupsPage(
            frame: gallery.frame("Groups", .groups), groups: groups, past: past, join: GroupJoinPart(form, errors),
            errors: errors)
    }

    private var lists: [GalleryExample] {
        [
            .page("some") { Self.list($0, Self.cards($0), past: 3) },
            .page("none") { Self.list($0, []) },
            .page("past") { Self.list($0, [], past: 1) },
            .page("wrong") { gallery in
                var errors = ValidationErrors("code", "No running group has this code. Look at it once more.")
                errors.add("phone", Profile.wrongPhone)
                let form = FormFields(values: [("code", "k7m 2p3"), ("phone", "call me")])
                return Self.list(gallery, [], form, errors)
            },
        ]
    }

    private var forms: [GalleryExample] {
        [
            .page("empty") { form($0, FormFields()) },
            .page("far") { form($0, FormFields(values: [("name", "Berry trip"), ("limit_m", "5000")])) },
            .page("unknown place") { form($0, FormFields(), isKnown: false) },
            .page("wrong") { gallery in
                var errors = ValidationErrors("name", "Give the group a name.")
                errors.add("limit_m", "Choose 50 m to 20 km.")
                errors.add("hours", "Choose 1 to 72 hours.")
                errors.add("phone", Profile.wrongPhone)
                let typed = FormFields(values: [("limit_m", "49"), ("hours", "73"), ("phone", "call me")])
                return form(gallery, typed, errors)
            },
            .page("too many") {
                form($0, FormFields(), ValidationErrors("group", "You’re in 20 groups now, and that’s as many as fit."))
            },
        ]
    }

    private func form(
        _ gallery: GalleryContext, _ fields: FormFields, _ errors: ValidationErrors = ValidationErrors(),
        isKnown: Bool = true
    ) -> NewGroupPage {
        let place = basemaps.startingPlace(gallery.site.settings)
        return NewGroupPage(
            gallery.frame("Go out", .groups), fields,
            FriendChoicesPart(
                field: "username", legend: "Who comes?", FriendExamples.people(gallery, isKnown ? 5 : 0), [],
                chosen: [], circled: [], errors), key: "example", around: place, isKnown: isKnown,
            gallery.viewer,
            basemaps, errors)
    }

    private static func over(_ gallery: GalleryContext, _ name: String, canSignUp: Bool = true) -> GroupOverPage {
        GroupOverPage(frame: gallery.visitorFrame("It’s over for you"), name: name, canSignUp: canSignUp)
    }

    private static func code(_ gallery: GalleryContext, _ typed: String = "") -> GroupCodePage {
        let errors = typed.isEmpty ? ValidationErrors() : ValidationErrors("code", GroupCode.problem(typed))
        return GroupCodePage(
            frame: gallery.visitorFrame("Join with a code"), code: GroupJoinPart.code(typed, errors), errors: errors)
    }

    private var joins: [GalleryExample] {
        [
            .page("guest") { Self.over($0, "Friday") },
            .page("guest, without registration") { Self.over($0, GalleryContext.longDisplayName, canSignUp: false) },
            .page("guest, right to left") { Self.over($0, GalleryContext.arabicName) },
            .page("empty") { Self.code($0) },
            .page("wrong") { Self.code($0, "K7M 2P0") },
            .part("welcome") { _ in GroupWelcomePart() },
            .page("visitor") { join($0, "Friday", .visitor) },
            .page("member") { join($0, GalleryContext.longDisplayName, .member, needsAdmission: true) },
            .page("guest") { join($0, GalleryContext.arabicName, .guest) },
            .page("full") { join($0, "Friday", .nobody) },
            .page("wrong") { gallery in
                var errors = ValidationErrors("nickname", "Say what the others call you.")
                errors.add("phone", Profile.wrongPhone)
                return join(gallery, "Friday", .visitor, FormFields(values: [("phone", "call me")]), errors)
            },
        ]
    }

    private func join(
        _ gallery: GalleryContext, _ name: String, _ who: JoiningPage.Who, needsAdmission: Bool = false,
        _ form: FormFields = FormFields(), _ errors: ValidationErrors = ValidationErrors()
    ) -> JoiningPage {
        let title = "Join \(name)"
        let frame = who == .visitor ? gallery.visitorFrame(title) : gallery.frame(title, .none)
        return JoiningPage(
            frame, Self.group(gallery, 1, name, needsAdmission: needsAdmission), .code("K7M2PX"),
            maker: gallery.person("aino_k", called: "Aino"), count: who == .visitor ? nil : who == .nobody ? 50 : 4,
            who, canSignUp: true,
            units: .metric, gallery.words, form, errors)
    }
}
