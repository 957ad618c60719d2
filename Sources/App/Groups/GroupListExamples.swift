import Database
import HTTP
import Proximity

/// Examples of the list of groups and of the ways into one.
struct GroupListExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] { lists + forms + joins + home }

    private var home: [GalleryExample] {
        [
            .part("card") {
                Self.card($0, 1, name: "Friday", count: 8, state: BadgePart("With the group", kind: .good))
            },
            .part("limit") { form($0, FormFields(values: [("limit_m", "1000")])).limit },
            .page("report") {
                GroupReportPage($0.frame("Report this group", .groups), group: Self.group($0, 1, name: "Friday"))
            },
            .page("report refused") { gallery in
                GroupReportPage(
                    gallery.frame("Report this group", .groups),
                    group: Self.group(gallery, 1, name: GalleryContext.longDisplayName), form: FormFields(),
                    errors: ValidationErrors("reason", "Say what happened."))
            },
        ]
    }

    private static func group(
        _ gallery: GalleryContext, _ id: Int64, name: String, needsAdmission: Bool = false, hours: Double = 5
    ) -> FriendGroup {
        FriendGroup(
            id: ID(rawValue: id), name: name, limit: Metres(300), needsAdmission: needsAdmission,
            createdAt: gallery.now, endsAt: gallery.now + hours * 3_600, endedAt: nil, code: "K7M2PX", linkVersion: 1,
            conversation: nil)
    }

    private static func card(
        _ gallery: GalleryContext, _ id: Int64, name: String, count: Int, state: BadgePart,
        isPending: Bool = false, hours: Double = 5
    ) -> GroupCardPart {
        GroupCardPart(
            group(gallery, id, name: name, hours: hours), members: FriendExamples.people(gallery, count), state: state,
            isPending: isPending, times: gallery.times)
    }

    private static func cards(_ gallery: GalleryContext) -> [GroupCardPart] {
        [
            card(gallery, 1, name: "Friday", count: 5, state: BadgePart("With the group", kind: .good)),
            card(
                gallery, 2, name: GalleryContext.longDisplayName, count: 12,
                state: BadgePart("You’re away from the group", kind: .danger)),
            card(
                gallery, 3, name: GalleryContext.arabicName, count: 1, state: BadgePart("Not sharing", kind: .waiting),
                hours: 30),
            card(
                gallery, 4, name: "Berry trip", count: 0, state: BadgePart("Waiting to be let in", kind: .waiting),
                isPending: true),
        ]
    }

    private static func list(
        _ gallery: GalleryContext, _ groups: [GroupCardPart], past: Int = 0, form: FormFields = FormFields(),
        errors: ValidationErrors = ValidationErrors()
    ) -> GroupsPage {
        let names = ["Midsummer", GalleryContext.longDisplayName, "Rink"]
        let past = (0..<past).map { place in
            PastGroupPart(
                GroupListQueries.Past(
                    id: ID(rawValue: Int64(place + 10)), name: names[place % 3],
                    endedAt: gallery.now - Double(place + 1) * 900_000, count: place + 1), gallery.times)
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
                var errors = ValidationErrors("code", "No running group has this code. Check it and try again.")
                errors.add("phone", Profile.wrongPhone)
                let form = FormFields(values: [("code", "k7m 2p3"), ("phone", "call me")])
                return Self.list(gallery, [], form: form, errors: errors)
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
                errors.add("hours", FriendGroup.wrongHours)
                errors.add("phone", Profile.wrongPhone)
                let typed = FormFields(values: [("limit_m", "49"), ("hours", "73"), ("phone", "call me")])
                return form(gallery, typed, errors: errors)
            },
            .page("too many") {
                form(
                    $0, FormFields(),
                    errors: ValidationErrors("group", "You’re in 20 groups now, and that’s as many as fit."))
            },
        ]
    }

    private func form(
        _ gallery: GalleryContext, _ fields: FormFields, errors: ValidationErrors = ValidationErrors(),
        isKnown: Bool = true
    ) -> NewGroupPage {
        let place = basemaps.startingPlace(gallery.site.settings)
        return NewGroupPage(
            gallery.frame("Go out", .groups), form: fields,
            friends: FriendChoicesPart(
                field: "username", legend: "Who to ask", FriendExamples.people(gallery, isKnown ? 5 : 0), circles: [],
                chosen: [], circled: [], errors: errors), key: "example", around: place, isKnown: isKnown,
            for: gallery.viewer,
            basemaps: basemaps, errors: errors)
    }

    private static func over(
        _ gallery: GalleryContext, _ name: String, isRunning: Bool = false, isMember: Bool = false
    ) -> GroupOverPage {
        let frame = isMember ? gallery.frame("It’s over", .groups) : gallery.visitorFrame("It’s over")
        return GroupOverPage(
            frame: frame, name: name, isRunning: isRunning, isMember: isMember, canSignUp: !isMember)
    }

    private static func code(_ gallery: GalleryContext, _ typed: String = "") -> GroupCodePage {
        let errors = typed.isEmpty ? ValidationErrors() : ValidationErrors("code", GroupCode.problem(typed))
        return GroupCodePage(
            frame: gallery.visitorFrame("Join with a code"), code: GroupJoinPart.code(typed, errors), errors: errors)
    }

    private var joins: [GalleryExample] {
        [
            .page("guest") { Self.over($0, "Friday") },
            .page("member") { Self.over($0, GalleryContext.longDisplayName, isMember: true) },
            .page("removed") { Self.over($0, GalleryContext.arabicName, isRunning: true) },
            .page("empty") { Self.code($0) },
            .page("wrong") { Self.code($0, "K7M 2P0") },
            .part("welcome") { _ in GroupWelcomePart() },
            .page("visitor") { join($0, "Friday", who: .visitor) },
            .page("member") { join($0, GalleryContext.longDisplayName, who: .member, needsAdmission: true) },
            .page("guest") { join($0, GalleryContext.arabicName, who: .guest) },
            .page("full") { join($0, "Friday", who: .nobody) },
            .page("wrong") { gallery in
                var errors = ValidationErrors("nickname", "Enter a name for the others to see.")
                errors.add("phone", Profile.wrongPhone)
                return join(
                    gallery, "Friday", who: .visitor, form: FormFields(values: [("phone", "call me")]), errors: errors)
            },
        ]
    }

    private func join(
        _ gallery: GalleryContext, _ name: String, who: JoiningPage.Who, needsAdmission: Bool = false,
        form: FormFields = FormFields(), errors: ValidationErrors = ValidationErrors()
    ) -> JoiningPage {
        let title = "Join \(name)"
        let frame = who == .visitor ? gallery.visitorFrame(title) : gallery.frame(title, .none)
        return JoiningPage(
            frame, group: Self.group(gallery, 1, name: name, needsAdmission: needsAdmission), word: .code("K7M2PX"),
            maker: gallery.person("aino_k", called: "Aino"), count: who == .visitor ? nil : who == .nobody ? 50 : 4,
            who: who, canSignUp: true,
            units: .metric, times: gallery.times, form: form, errors: errors)
    }
}
