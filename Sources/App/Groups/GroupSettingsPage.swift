import Database
import HTTP
import Proximity

/// A group's settings: who sees whom, what is shared, how long it runs, what happened.
extension Groups {
    /// `GET /groups/{id}/settings`
    func showSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try whileRunning(context) { try settingsPage(context, viewer, ValidationErrors()) }
    }

    /// The page, with the problems of one of its forms.
    func settingsPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        let (view, blocked, alerts, known, devices, friends) = try site.database.read { database in
            let view = try running(database, context, viewer)
            let alerts = try GroupAlertQueries.alerts(database, in: view)
            let known = try GroupMemberQueries.members(
                database, alerts.flatMap { [$0.member] + ($0.other.map { [$0] } ?? []) })
            let inside = Set(view.members.map { $0.person.id })
            let friends =
                viewer.isGuest
                ? nil
                : try choices(
                    database, for: viewer, besides: inside, errors.isEmpty ? FormFields() : context.form, errors)
            return (
                view, try self.blocked(database, in: view), alerts, known,
                try PositionQueries.devices(database, of: viewer.id), friends
            )
        }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let frame = context.frame("Settings of \(view.group.name)", .groups)
        return context.page(
            GroupSettingsPage(
                frame, view, blocked: blocked, alerts, known,
                devices: devices.map { DevicePart($0, isThis: $0.session == viewer.session, words) },
                friends: friends, context.form, viewer.units, words, errors),
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
    /// Those whom the viewer, who made the group, has blocked.
    let blocked: [BlockedRow]
    /// "18:30" while the viewer does not share; "" otherwise.
    let pausedUntil: String
    let pause: Paths
    let minutes: SelectPart
    let hours: SelectPart
    let device: SelectPart
    let alerts: [Event]
    let leave: ConfirmPart
    /// nil for who did not make it.
    let end: GroupEndPart?
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

        init(_ group: FriendGroup, _ form: FormFields, _ units: DistanceFormat, _ errors: ValidationErrors) {
            path = GroupPaths.settings(group.id)
            name = FieldPart(
                "name", "Name", value: form["name"] ?? group.name, autocomplete: "off", isRequired: true,
                lengths: (0, FriendGroup.longestName), errors)
            let chosen = form["limit_m"] ?? "\(Int(group.limit.value))"
            limit = SelectPart(
                "limit_m", "How far apart",
                Set(GroupLimitPart.stops + [Int(group.limit.value)]).sorted().map {
                    ("\($0)", units.string(for: Metres(Double($0))))
                }, chosen: chosen, errors)
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

    /// A member who is absent from the page otherwise.
    struct BlockedRow {
        let avatar: AvatarPart
        let name: String
        let isPending: Bool
        /// Where they are let in.
        let admit: String
        let remove: ConfirmPart
    }

    /// What happened, and when.
    struct Event {
        let line: String
        let time: TimePart
    }

    private static let pauses = [15, 30, 60, 120, 240]
    private static let stops = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72]
    private static let usualHours = 6

    init(
        _ frame: Frame, _ view: GroupView, blocked: [GroupMember], _ alerts: [GroupAlert],
        _ known: [Int64: GroupMember], devices: [DevicePart],
        friends: FriendChoicesPart?, _ form: FormFields, _ units: DistanceFormat, _ words: RelativeTimeFormatter,
        _ errors: ValidationErrors
    ) {
        let (group, own) = (view.group, view.own)
        self.frame = frame
        (name, path, limit) = (group.name, GroupPaths.group(group.id), units.string(for: group.limit))
        ends = TimePart(ahead: group.endsAt, words)
        self.friends = friends?.friends.isEmpty == true ? nil : friends
        change = own.isMaker ? Change(group, form, units, errors) : nil
        self.errors = errors
        people = view.members.filter { $0.id != own.id }.map { GroupSettingsPage.row($0, view, words) }
        self.blocked = blocked.map { member in
            BlockedRow(
                // Their picture is not for who blocked them.
                avatar: AvatarPart(member.person.username, displayName: member.person.displayName),
                name: member.person.name, isPending: member.isPending,
                admit: GroupPaths.admit(group.id, member.id),
                remove: GroupMemberPart.removal(member, group.id, frame.csrf))
        }
        pausedUntil = own.isPaused(words.now) ? own.pausedUntil.map { words.clock($0) } ?? "" : ""
        pause = Paths(
            pause: GroupPaths.pause(group.id), extend: GroupPaths.extend(group.id),
            device: GroupPaths.device(group.id), invite: GroupPaths.invite(group.id))
        (minutes, hours) = (GroupSettingsPage.pauseField, GroupSettingsPage.extensionField)
        device = GroupSettingsPage.deviceField(devices, chosen: own.device)
        self.alerts = alerts.map { alert in
            Event(
                line: GroupWords.line(alert, for: own.id, in: group.name, known, units),
                time: TimePart(brief: alert.createdAt, words))
        }
        leave = GroupSettingsPage.leaving(frame, group)
        report = own.isMaker ? "" : GroupPaths.report(group.id)
        end = GroupEndPart(view, frame.csrf)
    }

    private static var pauseField: SelectPart {
        SelectPart(
            "minutes", "How long",
            pauses.map { ("\($0)", $0 < 60 ? "\($0) minutes" : CountWords.of($0 / 60, "hour")) }, chosen: "30")
    }

    private static var extensionField: SelectPart {
        SelectPart(
            "hours", "From now on", stops.map { ("\($0)", CountWords.of($0, "hour")) }, chosen: "\(usualHours)")
    }

    private static func deviceField(_ devices: [DevicePart], chosen: ID<Device>?) -> SelectPart {
        SelectPart(
            "device", "The group follows",
            [("", "The device that moved last")]
                + devices.map { ("\($0.id)", $0.isThis ? "\($0.name) (this one)" : $0.name) },
            chosen: chosen.map { "\($0)" } ?? "", hint: "You are where this device is.")
    }

    private static func leaving(_ frame: Frame, _ group: FriendGroup) -> ConfirmPart {
        ConfirmPart(
            frame, post: GroupPaths.leave(group.id), opener: "Leave the group",
            words: "Nobody in \(group.name) sees you any more, and what they see of your places is deleted.",
            button: "Leave", icon: "log-out")
    }

    private static func row(_ member: GroupMember, _ view: GroupView, _ words: RelativeTimeFormatter) -> Row {
        Row(
            path: GroupPaths.member(view.group.id, member.id), avatar: AvatarPart(member.person),
            name: member.person.name,
            role: member.isMaker ? "Made the group" : "",
            since: member.admittedAt.map { TimePart(brief: $0, words) },
            admit: view.own.isMaker && member.isPending ? GroupPaths.admit(view.group.id, member.id) : nil)
    }
}
