import Database
import Foundation
import HTTP
import Proximity

/// What joining a group means.
extension Groups {
    func joiningPage(
        _ context: RequestContext, _ group: FriendGroup, word: GroupWord, errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let (members, blocked) = try site.database.read { database in
            let blocked = try context.viewer.map {
                try GroupMemberQueries.blocked(database, in: group.id, for: $0.id)
            }
            return (try GroupMemberQueries.members(database, of: group.id), blocked ?? [])
        }
        let active = members.filter { $0.isActive }
        // Of who has blocked the viewer, the page tells nothing.
        let maker = active.first { $0.isMaker && !blocked.contains($0.person.id) }
        let zone = context.viewer?.timeZone ?? TimeZone(identifier: site.settings.timeZone) ?? .gmt
        let who: JoiningPage.Who =
            members.count >= FriendGroup.maxMembers
            ? .nobody : context.viewer == nil ? .visitor : context.viewer?.isGuest == true ? .guest : .member
        var frame = context.frame("Join \(DisplayName.isolated(group.name))", hasForm: true)
        frame.preview = context.preview(
            "Join \(group.name)", words: "Everybody sees the others on one map until the night is over.",
            picture: .group)
        let page = JoiningPage(
            frame, group: group, word: word, maker: maker?.person,
            count: context.viewer == nil ? nil : active.count { !blocked.contains($0.person.id) }, who: who,
            canSignUp: site.settings.registration == .open,
            units: context.viewer?.units ?? .metric, times: RelativeTimeFormatter(zone, now: context.now),
            form: context.form, errors: errors
        )
        return context.page(page, status: status)
    }
}

/// `GET /join/{word}`
struct JoiningPage {
    let frame: Frame
    let path: String
    let name: String
    /// Who made it; "" for nobody whom the viewer sees.
    let maker: String
    /// "4 people are in it", of those whom the viewer sees; "" for who is not signed in.
    let people: String
    let ends: TimePart
    /// "300 m"
    let limit: String
    let needsAdmission: Bool
    let who: Who
    let canSignUp: Bool
    let nickname: FieldPart
    let phone: FieldPart
    let errors: ValidationErrors

    /// Who looks at it.
    enum Who {
        /// Nobody can join: it is full.
        case nobody
        case visitor
        case member
        /// A guest of another group.
        case guest
    }

    var isFull: Bool { who == .nobody }
    var isVisitor: Bool { who == .visitor }
    var isGuest: Bool { who == .guest }

    init(
        _ frame: Frame, group: FriendGroup, word: GroupWord, maker: Person?, count: Int?, who: Who,
        canSignUp: Bool, units: DistanceFormat, times: RelativeTimeFormatter, form: FormFields,
        errors: ValidationErrors
    ) {
        self.frame = frame
        path = GroupPaths.invitation(word.text)
        name = group.name
        self.maker = maker?.name ?? ""
        people = count.map { $0 == 0 ? "" : $0 == 1 ? "One person is in it" : "\($0) people are in it" } ?? ""
        ends = TimePart(ahead: group.endsAt, times)
        limit = units.string(for: group.limit)
        needsAdmission = group.needsAdmission
        self.who = who
        self.canSignUp = canSignUp
        self.errors = errors
        nickname = FieldPart(
            "nickname", label: "Your name", value: form["nickname"] ?? "", hint: "What the others call you.",
            autocomplete: "nickname", isRequired: true, lengths: (0, DisplayName.lengths.upperBound), errors: errors)
        phone = FieldPart(
            "phone", label: "Your phone number (optional)", value: form["phone"] ?? "", type: "tel",
            hint: GroupJoinPart.phoneHint, autocomplete: "tel", errors: errors)
    }
}
