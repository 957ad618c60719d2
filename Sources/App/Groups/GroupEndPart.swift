import Database
import HTTP

/// Ending a group, for who made it. Not while somebody asks for help: the end would take their place from all who look for them.
struct GroupEndPart {
    /// nil while it goes on in any case.
    let confirm: ConfirmPart?
    /// Why it cannot be ended now; "" where it can.
    let words: String

    /// nil for who did not make it.
    init?(_ view: GroupView, _ csrf: TokenField) {
        guard view.own.isMaker, view.own.isActive else { return nil }
        words = GroupEndPart.refusal(view)
        confirm =
            words.isEmpty
            ? ConfirmPart(
                csrf, post: GroupPaths.end(view.group.id), opener: "End the group",
                words: "It ends for everybody: places, chat and history of \(view.group.name) are deleted. "
                    + "Photos stay until the next evening.",
                button: "End it", icon: "x") : nil
    }

    /// Why a group goes on, in words that name nobody of whose call its maker does not know; "" if it can end.
    static func refusal(_ view: GroupView) -> String {
        if view.own.helpAt != nil { return "You asked for help: say that you’re safe before you end the group." }
        let callers = view.others.filter { $0.asksForHelp }.map { $0.person.name }
        if callers.isEmpty { return "" }
        return
            "\(WordList.join(callers)) \(callers.count == 1 ? "asks" : "ask") for help: the group goes on until they’re safe."
    }
}
