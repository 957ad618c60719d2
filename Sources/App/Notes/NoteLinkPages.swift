import Database

/// `GET /note-link/{token}`
struct NoteLinkPage {
    let frame: Frame
    let id: ID<Note>
    let author: PersonPart
    /// A part of the day in the author's zone.
    let left: TimePart
    let path: String
    /// What the note is to the viewer; nil for a visitor.
    let standing: LinkedNote.Standing?
    /// Whether those who come by it may sign up.
    var canSignUp = true
    /// Whether a friend request goes with it; nil between friends.
    var asks: TogglePart?

    var isOwn: Bool { standing == .own }

    /// The choice of a friend request to the author.
    static func asks(_ name: String) -> TogglePart {
        TogglePart(name: "friend", label: "Add \(name) as a friend", hint: "They get a friend request.", isOn: true)
    }
}

/// The link of a note on its author's page.
struct NoteLinkPart {
    /// Nil if it has none.
    let made: InviteLinkPart?
    /// Who can look for the note by it.
    let words: String

    init(_ link: String?, uses: Int) throws {
        made = try link.map {
            try InviteLinkPart($0, id: "note-link", for: "whoever you send it to", title: "A note waits for you")
        }
        let most = NoteQueries.maxByLink
        let looking = uses == 1 ? "One person does." : "\(uses) people do."
        words =
            uses >= most
            ? "\(most) people look for it by its link, which lets nobody else in."
            : WordList.sentences(
                "Anybody with the link can look for it, \(most) people at most.", uses == 0 ? "" : looking)
    }
}
