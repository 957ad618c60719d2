import Database
import HTML
import Proximity

/// Examples of choosing whom to send a card.
enum ChatShareExamples {
    static let all: [GalleryExample] = [
        .page("usual") { page($0, recent: ["mikko", GalleryContext.longName], friends: ["sofia", "noor_h"]) },
        .page("nobody yet") { page($0) },
        .page("found") { page($0, search: "vil", found: ["ville"]) },
        .page("nobody found") { page($0, search: "wilma", friends: ["sofia"]) },
        .page("search too short") { gallery in
            page(gallery, search: "w", ValidationErrors("q", Friends.shortSearch))
        },
        .part("long name") { gallery in
            let person = gallery.person(GalleryContext.longName, called: GalleryContext.longDisplayName)
            return ShareRowPart(person, card: path)
        },
    ]

    private static let path = "/relics/12"

    private static func page(
        _ gallery: GalleryContext, search: String = "", found: [String] = [], recent: [String] = [],
        friends: [String] = [], _ errors: ValidationErrors = ValidationErrors()
    ) -> ChatSharePage {
        let rows = { (names: [String]) in names.map { ShareRowPart(gallery.person($0), card: path) } }
        return ChatSharePage(
            frame: gallery.frame("Send in a chat", .chats), path: path, card: CardExamples.relic, search: search,
            isSearching: !search.isEmpty && errors.isEmpty, found: rows(found), recent: rows(recent),
            friends: rows(friends), errors: errors)
    }
}
