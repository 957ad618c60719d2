import Database
import HTTP
import Proximity

/// A group's settings: who sees whom, what is shared, how long it runs, what happened.
extension Groups {
    /// `GET /groups/{id}/settings`
    func showSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try whileRunning(context) { try settingsPage(context, viewer, errors: ValidationErrors()) }
    }

    /// The page, with the problems of one of its forms.
    func settingsPage(
        _ context: RequestContext, _ viewer: Viewer, errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        let (view, alerts, known, devices, friends) = try site.database.read { database in
            let view = try running(database, context, for: viewer)
            let alerts = try GroupAlertQueries.alerts(database, in: view.group.id).filter { view.mayKnow($0) }
            let known = try GroupMemberQueries.members(
                database, alerts.flatMap { [$0.member] + ($0.other.map { [$0] } ?? []) })
            let inside = Set(view.members.map { $0.person.id })
            let friends =
                viewer.isGuest
                ? nil
                : try choices(
                    database, for: viewer, besides: inside, errors.isEmpty ? FormFields() : context.form, errors: errors
                )
            return (view, alerts, known, try PositionQueries.devices(database, of: viewer.id), friends)
        }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let frame = context.frame("Settings of \(view.group.name)", .groups)
        return context.page(
            GroupSettingsPage(
                frame, view: view, alerts: alerts, known: known,
                devices: devices.map { DevicePart($0, isThis: $0.session == viewer.session, times) },
                friends: friends, form: context.form, units: viewer.units, times: times, errors: errors),
            status: status)
    }
}

/// `GET /groups/{id}/settings`
struct GroupSettingsPage {
    let frame: Frame
    let name: String
    let path: String
    /// "300 m"
    let limit: String
    let ends: TimePart
    /// Friends who are not in it; nil for a guest, and where nobody is left to ask.
    let friends: FriendChoicesPart?
    /// Name and limit, for who made it.
    let change: Change?
    let errors: ValidationErrors
    let people: [Row]
    /// "18:30" while the viewer does not share; "" otherwise.
    let pausedUntil: String
    let pause: Paths
    let minutes: SelectPart
    let hours: SelectPart
    let device: SelectPart
    let alerts: [Event]
    let leave: ConfirmPart
    /// nil for who did not make it.
    let end: ConfirmPart?
    /// Where one reports the group's name; "" for who made it.
    let report: String

    /// Where the forms lead.
    struct Paths {
        let pause, extend, device, invite: String
    }

    /// The form of whoever made the group.
    struct Change {
        let path: String
        let name: FieldPart
        let limit: SelectPart

        init(_ group: FriendGroup, form: FormFields, units: DistanceFormat, errors: ValidationErrors) {
            path = GroupPaths.settings(group.id)
            name = FieldPart(
                "name", label: "Name", value: form["name"] ?? group.name, autocomplete: "off", isRequired: true,
                lengths: (0, FriendGroup.maxNameLength), errors: errors)
            let chosen = form["limit_m"] ?? "\(Int(group.limit.value))"
            limit = SelectPart(
                "limit_m", label: "How far apart",
                choices: Set(GroupLimitPart.stops + [Int(group.limit.value)]).sorted().map {
                    ("\($0)", units.string(for: Metres(Double($0))))
                }, chosen: chosen, errors: errors)
        }
    }

    /// A member, and since when they see the viewer.
    struct Row {
        let path: String
        let avatar: AvatarPart
        let name: String
        /// "Made the group", "Guest"; "" for others.
        let role: String
        /// Since when they are in the group; nil while they wait.
        let since: TimePart?
        /// nil for who may not admit, and for members.
        let admit: String?
    }

    /// What happened, and when.
    struct Event {
        let line: String
        let time: TimePart
    }

    private static let pauses = [15, 30, 60, 120, 240]
    private static let usualHours = 6

    init(
        _ frame: Frame, view: GroupView, alerts: [GroupAlert], known: [Int64: GroupMember], devices: [DevicePart],
        friends: FriendChoicesPart?, form: FormFields, units: DistanceFormat, times: RelativeTimeFormatter,
        errors: ValidationErrors
    ) {
        let (group, own) = (view.group, view.own)
        self.frame = frame
        (name, path, limit) = (group.name, GroupPaths.group(group.id), units.string(for: group.limit))
        ends = TimePart(ahead: group.endsAt, times)
        self.friends = friends?.friends.isEmpty == true ? nil : friends
        change = own.isMaker ? Change(group, form: form, units: units, errors: errors) : nil
        self.errors = errors
        people = view.members.filter { $0.id != own.id }.map { GroupSettingsPage.row($0, view: view, times: times) }
        pausedUntil = own.isPaused(times.now) ? own.pausedUntil.map { times.clock($0) } ?? "" : ""
        pause = Paths(
            pause: GroupPaths.pause(group.id), extend: GroupPaths.extend(group.id),
            device: GroupPaths.device(group.id), invite: GroupPaths.invite(group.id))
        (minutes, hours) = (GroupSettingsPage.pauseField, GroupSettingsPage.extensionField)
        device = GroupSettingsPage.deviceField(devices, chosen: own.device)
        self.alerts = alerts.map { alert in
            Event(
                line: GroupWords.line(alert, for: own.id, in: group.name, members: known, units: units),
                time: TimePart(brief: alert.createdAt, times))
        }
        leave = GroupSettingsPage.leaving(frame, group)
        report = own.isMaker ? "" : GroupPaths.report(group.id)
        end = own.isMaker ? GroupSettingsPage.ending(frame, group) : nil
    }

    private static var pauseField: SelectPart {
        SelectPart(
            "minutes", label: "How long",
            choices: pauses.map { ("\($0)", $0 < 60 ? "\($0) minutes" : CountWords.of($0 / 60, "hour")) }, chosen: "30")
    }

    private static var extensionField: SelectPart {
        SelectPart(
            "hours", label: "From now on",
            choices: FriendGroup.offeredHours.map { ("\($0)", CountWords.of($0, "hour")) },
            chosen: "\(usualHours)")
    }

    private static func deviceField(_ devices: [DevicePart], chosen: ID<Device>?) -> SelectPart {
        SelectPart(
            "device", label: "Which device shows where you are",
            choices: [("", "The device that moved last")]
                + devices.map { ("\($0.id)", $0.isThis ? "\($0.name) (this one)" : $0.name) },
            chosen: chosen.map { "\($0)" } ?? "", hint: "The group sees where this device is.")
    }

    private static func leaving(_ frame: Frame, _ group: FriendGroup) -> ConfirmPart {
        ConfirmPart(
            frame, post: GroupPaths.leave(group.id), opener: "Leave the group",
            words: "Nobody in \(group.name) sees you any more, and what they see of your places is deleted.",
            button: "Leave", icon: "log-out")
    }

    private static func ending(_ frame: Frame, _ group: FriendGroup) -> ConfirmPart {
        ConfirmPart(
            frame, post: GroupPaths.end(group.id), opener: "End the group",
            words: "It ends for everybody: places, chat and history of \(group.name) are deleted.",
            button: "End it", icon: "x")
    }

    private static func row(_ member: GroupMember, view: GroupView, times: RelativeTimeFormatter) -> Row {
        Row(
            path: GroupPaths.member(view.group.id, member.id), avatar: AvatarPart(member.person),
            name: member.person.name,
            role: member.isMaker ? "Made the group" : "",
            since: member.admittedAt.map { TimePart(brief: $0, times) },
            admit: view.own.isMaker && member.isPending ? GroupPaths.admit(view.group.id, member.id) : nil)
    }
}
