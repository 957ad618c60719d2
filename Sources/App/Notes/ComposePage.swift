import Database

/// `GET /notes/new`, `GET /notes/{id}/edit` and their preview
struct ComposePage {
    let frame: Frame
    let composer: ComposerPart
    /// The note that is edited; nil for a new one.
    var note: ID<Note>?
    let text: String
    let recipients: FriendChoicesPart
    /// For whoever gets the link, which is chosen from the beginning by somebody without friends; nil for others, who have
    /// it among the options.
    let link: TogglePart?
    let radius: RadiusFieldPart
    let options: ComposeOptionsPart
    let submission: String
    let photo: MediaFieldPart
    let errors: ValidationErrors

    var noteID: String { note.map { "\($0)" } ?? "" }
    var title: String { composer.title }
    /// What the note's friends see of it.
    var introduction: String { composer.introduction }

    /// The form around the fields of a note.
    static func composer(
        _ frame: Frame, _ note: ID<Note>?, place: PlaceFieldPart, map: MapPart, isFresh: Bool = false
    ) -> ComposerPart {
        ComposerPart(
            script: frame.pageScript(ComposerPart.script), csrf: frame.csrf, title: title(note),
            introduction: note == nil
                ? "It opens for your friends when they stand where you leave it."
                : "For friends who haven't found it yet. The friends and the photo stay the same.",
            action: note.map { NotePaths.edit($0) } ?? NotePaths.sent, preview: NotePaths.new, pin: .paper,
            place: place, map: map, others: note == nil ? frame.drops(at: NotePaths.new) : nil,
            ended: "Your session has ended. Leave the note to sign in again. Your words are kept.",
            isKept: note == nil, isFresh: isFresh)
    }

    /// The choice of whoever gets the link.
    static func link(isOn: Bool) -> TogglePart {
        TogglePart(
            name: "link", label: "Whoever gets the link", hint: "Anybody with the link can look for it.", isOn: isOn)
    }

    static func title(_ note: ID<Note>?) -> String { note == nil ? "Leave a note" : "Edit your note" }
}

/// The fields of a note that most notes do without, folded under *More*.
struct ComposeOptionsPart {
    let link: TogglePart?
    let hint: FieldPart
    let opens: FieldPart
    let closes: FieldPart
    let onMap: TogglePart
    let quiet: TogglePart
    let degrees: DegreesPart
    /// What is set, after *More*: "for Saturday evening, hint"; "" for nothing.
    let summary: String

    /// - Parameter link: the choice of whoever gets the link; nil for none here.
    init(_ draft: Draft, _ words: OpeningWords, link: TogglePart? = nil, _ errors: ValidationErrors) {
        self.link = link
        hint = FieldPart(
            "hint", "Hint", value: draft.hint, hint: "Shown when they are near.", placeholder: "Behind the big oak",
            lengths: (0, Note.longestHint), errors)
        opens = FieldPart("opens_at", "Opens", value: draft.opensAt, type: "datetime-local", errors)
        closes = FieldPart("closes_at", "Closes", value: draft.closesAt, type: "datetime-local", errors)
        onMap = TogglePart(
            name: "show_on_map", label: "Show it on their map", hint: "They see the pin from the start.",
            isOn: draft.isOnMap)
        quiet = TogglePart(
            name: "quiet", label: "Don't remind them after a week", hint: "They find it or they don't.",
            isOn: draft.isQuiet)
        degrees = DegreesPart(draft.spot, errors)
        let times = words.words(
            from: WallTime.read(draft.opensAt, in: words.zone), until: WallTime.read(draft.closesAt, in: words.zone))
        let set = [
            times, draft.hint.isEmpty ? "" : "hint", draft.isOnMap ? "on their map" : "",
            draft.isQuiet ? "no reminder" : "", link?.isOn ?? false ? "link" : "",
        ]
        summary = set.filter { !$0.isEmpty }.joined(separator: ", ")
        isOpen =
            !summary.isEmpty || !draft.opensAt.isEmpty || !draft.closesAt.isEmpty
            || (ComposeOptionsPart.fields + DegreesPart.fields).contains { errors.has($0) }
    }

    /// Whether the fold is open: a field in it has a value or an error.
    let isOpen: Bool

    private static let fields = ["hint", "opens_at", "closes_at"]
}
