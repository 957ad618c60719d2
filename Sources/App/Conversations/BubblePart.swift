import Database
import Foundation
import Media
import Proximity

struct BubblePart {
    let id: ID<Message>
    let number: Int64
    let isOwn: Bool
    /// Its form's key, for its sender's page; otherwise "".
    let key: String
    /// "Leena, 14:05: ", which screen readers say before the message.
    let lead: String
    /// Whether it goes on from the one above it.
    let follows: Bool
    /// Who wrote it, where the page says so; "" for nobody.
    let sender: String
    let day: String
    /// "14:05" and the instant.
    let clock: String
    let machine: String
    let mark: Mark
    let isDeleted: Bool
    let text: MessageText
    let quote: QuotePart?
    let photo: MessagePhotoPart?
    let sound: MessageSoundPart?
    let card: CardPart?
    /// What it holds that is not shown: "A photo. You'll see it once you accept."; "" for nothing.
    let held: String
    /// nil for none.
    let reactions: ReactionsPart?
    let menu: MessageMenuPart

    /// How far one's own message has come.
    enum Mark { case none, sent, seen }

    /// - Parameter numbers: the messages that stand on the same page.
    init(_ message: Message, _ setting: MessageSetting, follows: Bool, among numbers: Set<Int64>) throws {
        let content = message.content ?? Message.Content()
        let isUntrusted = message.isUntrusted(after: setting.untrustedAfter)
        id = message.id
        number = setting.numbers.shown(message.number)
        isOwn = message.isOwn
        key = message.formKey
        self.follows = follows
        sender = setting.namesSenders && !message.isOwn && !follows ? message.sender.name : ""
        day = setting.times.day(message.createdAt)
        clock = setting.times.clock(message.createdAt)
        machine = RelativeTimeFormatter.machine(message.createdAt)
        isDeleted = message.content == nil
        let isSeen = message.number <= setting.seenNumber
        mark = !message.isOwn || isDeleted ? .none : isSeen ? .seen : .sent
        let name = message.isOwn ? "You" : message.sender.name
        lead = "\(name), \(clock)\(mark == .seen ? ", seen" : ""): "
        text = MessageText(content.text, linksOf: isUntrusted ? nil : setting.site)
        quote = message.reply.map { QuotePart($0, setting, among: numbers) }
        photo = isUntrusted ? nil : content.photo.map { MessagePhotoPart($0, by: message, setting) }
        sound = isUntrusted ? nil : content.sound.map { MessageSoundPart($0, by: message, setting) }
        card = isUntrusted ? nil : try content.card.map { try setting.attachments.cards[$0]?() ?? .hidden }
        held = isUntrusted ? BubblePart.held(content) : ""
        let all = message.content == nil ? [] : setting.attachments.reactions[message.id] ?? []
        reactions = all.isEmpty ? nil : ReactionsPart(all, to: message.id, setting)
        menu = MessageMenuPart(message, setting)
    }

    /// Whether it is a few emoji and nothing else: they stand large, without a bubble.
    var isBig: Bool {
        text.isEmoji && quote == nil && photo == nil && sound == nil && card == nil && held.isEmpty
    }

    private static func held(_ content: Message.Content) -> String {
        let things = [
            content.photo.map { _ in "a photo" }, content.sound.map { _ in "a voice message" },
            content.card.map { _ in "something shared" },
        ].compactMap { $0 }
        let verb = content.sound != nil && things.count == 1 ? "hear" : "see"
        return things.isEmpty ? "" : "With \(WordList.join(things)). You’ll \(verb) it once you accept."
    }
}

/// The message that another one answers, above it.
struct QuotePart {
    let name: String
    /// "A photo" where it has no words.
    let words: String
    /// Where it stands; "" where the viewer does not have it any more.
    let path: String

    /// - Parameter numbers: the messages that stand on the same page.
    init(_ reply: Message.Reply, _ setting: MessageSetting, among numbers: Set<Int64>) {
        name = reply.isOwn ? "You" : reply.sender.name
        words = QuotePart.words(reply.content)
        let number = setting.numbers.shown(reply.number)
        path =
            reply.number <= setting.clearedNumber
            ? "" : numbers.contains(reply.number) ? setting.paths.here(number) : setting.paths.message(number)
    }

    /// The message that the form answers.
    init(_ message: Message) {
        name = message.isOwn ? "You" : message.sender.name
        words = QuotePart.words(message.content)
        path = ""
    }

    /// Longest quotation, in characters.
    private static let maxLength = 160

    private static func words(_ content: Message.Content?) -> String {
        guard let content else { return "Deleted" }
        guard content.text.isEmpty else {
            let line = content.text.replacing("\n", with: " ")
            return line.count > maxLength ? "\(line.prefix(maxLength))…" : line
        }
        return content.photo != nil ? "A photo" : content.sound != nil ? "A voice message" : "Something shared"
    }
}

struct MessagePhotoPart {
    let medium: String
    let large: String
    /// nil when its files are gone.
    let extent: MediaQueries.Extent?
    /// The alternative text.
    let words: String

    init(_ photo: MediaName, by message: Message, _ setting: MessageSetting) {
        medium = MediaPaths.of(photo.text, .medium) ?? ""
        large = MediaPaths.of(photo.text, .large) ?? ""
        extent = setting.attachments.photos[photo]
        words = message.isOwn ? "Your photo" : "Photo by \(message.sender.name)"
    }
}

/// What one can do with a message.
struct MessageMenuPart {
    /// The name of its button: "More about the message of 14:05".
    let label: String
    /// The addresses; "" for none.
    let reply: String
    let report: String
    let delete: ConfirmPart?
    /// Where an emoji is sent; "" where the viewer cannot react.
    let react: String
    let csrf: TokenField

    init(_ message: Message, _ setting: MessageSetting) {
        let isThere = message.content != nil
        label = "More for the message of \(setting.times.clock(message.createdAt))"
        csrf = setting.csrf
        let isUntrusted = message.isUntrusted(after: setting.untrustedAfter)
        react = isThere && setting.mayReact && !isUntrusted ? setting.paths.reactions(message.id) : ""
        reply = isThere && setting.mayWrite ? setting.paths.reply(to: message.id) : ""
        report = isThere && !message.isOwn ? setting.paths.report(message.id) : ""
        delete =
            isThere && message.isOwn
            ? ConfirmPart(
                setting.csrf, post: setting.paths.delete(message.id), opener: "Delete",
                words: setting.namesSenders ? "It is deleted for everybody." : "It is deleted for both of you.",
                button: "Delete the message") : nil
    }

    var isEmpty: Bool { react.isEmpty && reply.isEmpty && report.isEmpty && delete == nil }
}
