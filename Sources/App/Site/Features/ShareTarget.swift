/// Where people write to each other, for the pages of features that do not know it.
struct ShareTarget: Sendable {
    /// Where one chooses whom to send the page at a path of the site.
    let sharing: @Sendable (_ path: String) -> String
    /// Where one writes to a person, by their username; with the page at a path, if there is one.
    let writing: @Sendable (_ username: String, _ path: String?) -> String
}

extension FeatureRegistry {
    private var shareTarget: ShareTarget? { services?.sharing }

    /// "Send in a chat"; nil before the app has begun.
    func shareLink(_ path: String) -> LinkPart? {
        shareTarget.map { LinkPart("Send in a chat", $0.sharing(path), icon: "send", isQuiet: true) }
    }

    /// "Write to Leena"; nil for somebody who left.
    func writeLink(to person: Person, about path: String? = nil, _ words: String? = nil) -> LinkPart? {
        guard !person.isDeleted else { return nil }
        return shareTarget.map {
            LinkPart(
                words ?? "Write to \(person.name)", $0.writing(person.username, path),
                icon: "message-circle", isQuiet: true)
        }
    }

    /// Where one chooses whom to send the page at a path; "" before the app has begun.
    func sharing(_ path: String) -> String { shareTarget?.sharing(path) ?? "" }

    /// Where one writes to a person.
    func writing(to username: String) -> String? { shareTarget?.writing(username, nil) }
}
