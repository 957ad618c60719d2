import Database

/// Examples of the page that a note's link leads to.
extension NoteExamples {
    private static let token = "0123456789abcdefghijklmn"
    static let link = "https://cairn.example.org" + NotePaths.link(token)

    var links: [GalleryExample] {
        [
            .page("visitor") { linked($0, nil) },
            .page("member") { linked($0, .new) },
            .page("friend") { linked($0, .new, isFriend: true) },
            .page("long name") { linked($0, .new, by: GalleryContext.longName) },
            .page("waiting") { linked($0, .waiting) },
            .page("found") { linked($0, .found) },
            .page("own") { linked($0, .own) },
        ]
    }

    private func linked(
        _ gallery: GalleryContext, _ standing: LinkedNote.Standing?, by name: String = "mikko", isFriend: Bool = false
    ) -> NoteLinkPage {
        let title = "\(name) left you a note"
        return NoteLinkPage(
            frame: standing == nil ? gallery.visitorFrame(title) : gallery.frame(title, .archive), id: ID(rawValue: 12),
            author: PersonPart(gallery.person(name)), left: TimePart(day: gallery.ago(5), gallery.words),
            path: NotePaths.link(NoteExamples.token), standing: standing,
            asks: isFriend ? nil : NoteLinkPage.asks(name))
    }
}
