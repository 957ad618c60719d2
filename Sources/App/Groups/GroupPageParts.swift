import Database
import HTML
import Proximity
import QR

/// `GET /groups/{id}` and `GET /groups/{id}/members/{member}`
struct GroupPage {
    let frame: Frame
    let id: String
    /// What scripts are told of when something changes; empty for an example, of which they hear nothing.
    let part: String
    let head: GroupHead
    /// Whether the map shows one member.
    let isCentred: Bool
    let map: MapPart
    let faces: GroupFacesPart
    let own: GroupOwnPart
    let people: GroupPeoplePart
}

/// The way to the chat, which says whether there is something new.
struct GroupChatLinkPart {
    let path: String
    let hasUnread: Bool

    init(_ seen: SeenGroup) {
        path = GroupPaths.messages(seen.view.group.id)
        hasUnread = seen.hasUnread
    }
}

/// `GET /groups/{id}/live`: what moves with the map.
struct GroupLivePart {
    let map: MapPart
    let faces: GroupFacesPart
    let chat: GroupChatLinkPart
    let own: GroupOwnPart
    let people: GroupPeoplePart
}

/// `GET /groups/{id}/live?overlay=1`: what changes while the map rests.
struct GroupOverlayPart {
    let drawing: Markup
    let faces: GroupFacesPart
    let chat: GroupChatLinkPart
    let own: GroupOwnPart
    let people: GroupPeoplePart
}

/// `GET /groups/{id}` for who waits to be admitted.
struct GroupWaitingPage {
    let frame: Frame
    let part: String
    let group: FriendGroup
    let asked: TimePart
}

/// The head of a group's page: its name, and how others join.
struct GroupHead {
    let name: String
    /// "300 m", beside another group of its name "with Ville and Noor · 300 m"
    let limit: String
    let ends: TimePart
    /// Where the arrow leads; "" for a guest, who has no list of groups.
    let back: String
    let backWords: String
    let chat: GroupChatLinkPart
    let settings: String
    /// Where friends are asked; nil for a guest.
    let invite: String?
    let code: String
    /// In two halves, to be read out: "K7M 2PX".
    let spacedCode: String
    let link: String
    let share: ShareLinkPart
    let qr: Markup
    let needsAdmission: Bool
    /// Whether nobody else is in it yet: then it shows how others join.
    let isAlone: Bool

    init(
        _ seen: SeenGroup, link: String, limit: String, distinction: String = "", _ words: RelativeTimeFormatter,
        isGuest: Bool
    ) throws {
        let group = seen.view.group
        (name, code, self.link) = (group.name, group.code, link)
        self.limit = distinction.isEmpty ? limit : "\(distinction) · \(limit)"
        ends = TimePart(ahead: group.endsAt, words)
        let isCentred = seen.chosen != nil
        back = isCentred ? GroupPaths.group(group.id) : isGuest ? "" : GroupPaths.groups
        backWords = isCentred ? "Everybody" : "Groups"
        chat = GroupChatLinkPart(seen)
        settings = GroupPaths.settings(group.id)
        invite = isGuest ? nil : "\(settings)#invite"
        spacedCode = "\(group.code.prefix(3)) \(group.code.dropFirst(3))"
        share = ShareLinkPart(id: "join-link", label: "Link", link: link, title: "Join \(group.name)")
        qr = Markup(trusted: try QRCode(link).svg(title: "QR code of the link to join \(group.name)"))
        needsAdmission = group.needsAdmission
        isAlone = !isCentred && seen.view.members.count == 1
    }
}
