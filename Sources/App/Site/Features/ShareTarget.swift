/// A feature in which people write to each other, for the pages of features that do not know it.
protocol ShareTarget: Feature {
    /// Where one chooses whom to send the page at a path of the site.
    func sharing(_ path: String) -> String
    /// Where one writes to a person; with the page at a path, if there is one.
    func writing(to username: String, about path: String?) -> String
}

extension FeatureRegistry {
    private var shareTarget: (any ShareTarget)? { conforming(to: (any ShareTarget).self).first }

    /// "Send in a chat"; nil if there are no chats.
    func shareLink(_ path: String) -> LinkPart? {
        shareTarget.map { LinkPart("Send in a chat", $0.sharing(path), icon: "send", isQuiet: true) }
    }

    /// "Write to Leena"; nil for somebody who left.
    func writeLink(to person: Person, about path: String? = nil, _ words: String? = nil) -> LinkPart? {
        guard !person.isDeleted else { return nil }
        return shareTarget.map {
            LinkPart(
                words ?? "Write to \(person.name)", $0.writing(to: person.username, about: path),
                icon: "message-circle", isQuiet: true)
        }
    }

    /// Where one chooses whom to send the page at a path; "" if there are no chats.
    func sharing(_ path: String) -> String { shareTarget?.sharing(path) ?? "" }
}
