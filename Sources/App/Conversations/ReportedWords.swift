import Text

/// What a report keeps of a message, and of those before it.
struct ReportedWords {
    /// Most messages before the one that is reported.
    static let mostBefore = 4
    /// Longest piece of each of them, in Unicode scalars.
    private static let longestBefore = 200
    /// Longest text, in Unicode scalars.
    private static let longest = 4_000

    /// "leena: …", a message on a line, the reported one last.
    let text: String

    init(_ messages: [Message]) {
        let lines = messages.map { "\(ReportedWords.name($0.sender)): \(ReportedWords.words($0))" }
        var text = ReportedWords.cut(lines.last ?? "", ReportedWords.longest)
        for line in lines.dropLast().reversed() {
            let longer = "\(ReportedWords.cut(line, ReportedWords.longestBefore))\n\(text)"
            if longer.unicodeScalars.count > ReportedWords.longest { break }
            text = longer
        }
        self.text = text
    }

    /// Display names are anybody's choice, but a guest has nothing else.
    private static func name(_ person: Person) -> String {
        person.isGuest ? person.name : person.username
    }

    private static func words(_ message: Message) -> String {
        guard let content = message.content else { return "(deleted)" }
        let things = [content.photo == nil ? "" : "(a photo)", content.card.map { "(\($0))" } ?? ""]
        return ([content.text] + things).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func cut(_ line: String, _ most: Int) -> String {
        guard line.unicodeScalars.count > most else { return line }
        return line.prefix(scalars: most - 1) + "…"
    }
}
