import Database
import HTTP
import Media
import Proximity

/// Examples of messages and their form.
enum ConversationExamples {
    static let all: [GalleryExample] = [
        .part("conversation") { try MessageListPart(page(conversation($0)), setting($0)) },
        .part("nasty") { try MessageListPart(page(nasty($0)), setting($0)) },
        .part("between others") {
            try MessageListPart(
                MessagePage(messages: Array(conversation($0).prefix(3)), hasEarlier: true, hasLater: true), setting($0))
        },
        .part("sent") { try bubble($0, Message.Content(text: "At the bridge, as always."), number: 90) },
        .part("deleted") { try bubble($0, nil) },
        .part("emoji") { try bubble($0, Message.Content(text: "☕️❤️"), isOwn: false) },
        .part("held back") { gallery in
            let photo = try photo()
            var setting = setting(gallery)
            setting.untrustedAfter = 0
            let content = Message.Content(
                text: "Hello! https://example.org", photo: photo, sound: photo, card: "/archive")
            return try BubblePart(
                message(gallery, 1, isOwn: false, content: content), setting, follows: false, among: [1])
        },
        .part("usual") {
            QuotePart(message($0, 1, isOwn: false, content: Message.Content(text: GalleryContext.longText)))
        },
        .part("own") { QuotePart(message($0, 1, isOwn: true, content: Message.Content(text: GalleryContext.arabic))) },
        .part("without a size") { gallery in
            let photo = try photo()
            return MessagePhotoPart(
                photo, by: message(gallery, 1, isOwn: false, content: Message.Content(photo: photo)), setting(gallery))
        },
        .part("of another", style: "chats") { gallery in
            let sound = try photo()
            var setting = setting(gallery)
            setting.attachments.sounds = [sound: 72.4]
            return MessageSoundPart(sound, by: message(gallery, 1, isOwn: false, content: nil), setting)
        },
        .part("of unknown length", style: "chats") { gallery in
            MessageSoundPart(try photo(), by: message(gallery, 1, isOwn: true, content: nil), setting(gallery))
        },
        .part("voice message", style: "chats") { gallery in
            let sound = try photo()
            var setting = setting(gallery)
            setting.attachments.sounds = [sound: 12]
            let content = Message.Content(text: "Listen to the tram.", sound: sound)
            return try BubblePart(
                message(gallery, 1, isOwn: true, content: content), setting, follows: false, among: [1])
        },
        .part("own") {
            MessageMenuPart(message($0, 1, isOwn: true, content: Message.Content(text: "Hello")), setting($0))
        },
        .part("of another") {
            MessageMenuPart(message($0, 1, isOwn: false, content: Message.Content(text: "Hello")), setting($0))
        },
        .part("usual") { gallery in
            ReactionsPart(
                [
                    MessageReaction(emoji: "🔥", count: 12, isOwn: true),
                    MessageReaction(emoji: "❤️", count: 1, isOwn: false),
                ], to: ID(rawValue: 1), setting(gallery))
        },
        .part("closed") { gallery in
            var setting = setting(gallery)
            setting.mayReact = false
            return ReactionsPart([MessageReaction(emoji: "😂", count: 3, isOwn: false)], to: ID(rawValue: 1), setting)
        },
        .part("empty", style: "chats") { _ in form() },
        .part("answering", style: "chats") { gallery in
            form(answering: message(gallery, 1, isOwn: false, content: Message.Content(text: "Are you out today?")))
        },
        .part("sharing", style: "chats") { _ in
            form(card: CardPart(path: "/", icon: IconPart("map-pin"), title: "Esplanadinpuisto", detail: "A place"))
        },
        .part("refused") { _ in
            form(
                errors: ValidationErrors("text", "Write a few words."),
                hint: "If you write back, you accept the request.")
        },
    ]

    private static func photo() throws -> MediaName {
        guard let name = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        return name
    }

    static func setting(_ gallery: GalleryContext) -> MessageSetting {
        MessageSetting(
            times: gallery.times, paths: ConversationPaths(page: "/gallery"), csrf: gallery.frame("").csrf,
            site: "https://cairn.example.org", seenNumber: 5, newAfter: 6)
    }

    static func page(_ messages: [Message]) -> MessagePage {
        MessagePage(messages: messages, hasEarlier: false, hasLater: false)
    }

    static func message(
        _ gallery: GalleryContext, _ number: Int64, isOwn: Bool, content: Message.Content?,
        answering reply: Message.Reply? = nil, hours: Double = 0.2
    ) -> Message {
        Message(
            id: ID(rawValue: number), number: number,
            sender: gallery.person(isOwn ? "aino_k" : "leena", called: "Leena"),
            isOwn: isOwn, content: content, reply: reply, formKey: isOwn ? "key-\(number)" : "",
            createdAt: gallery.ago(hours))
    }

    /// A few days of two people.
    static func conversation(_ gallery: GalleryContext) -> [Message] {
        func says(_ number: Int64, isOwn: Bool, text: String, hours: Double) -> Message {
            message(gallery, number, isOwn: isOwn, content: Message.Content(text: text), hours: hours)
        }
        let first = says(1, isOwn: false, text: "Do you remember the fountain by the old market hall?", hours: 100)
        let answered = Message.Reply(
            id: first.id, number: 1, sender: first.sender, isOwn: false, content: first.content)
        return [
            first, says(2, isOwn: true, text: "We sat there until the tram stopped.", hours: 99.99),
            says(3, isOwn: true, text: "😍", hours: 99.98),
            says(4, isOwn: true, text: "This one: https://example.org/fountain", hours: 25),
            message(
                gallery, 5, isOwn: true, content: Message.Content(text: "It’s frozen to the ground."),
                answering: answered,
                hours: 1),
            message(gallery, 6, isOwn: true, content: nil, hours: 0.9),
            message(gallery, 7, isOwn: false, content: Message.Content(text: "Look.", card: "/archive"), hours: 0.5),
            says(8, isOwn: false, text: "See you at six?", hours: 0.49),
            says(9, isOwn: true, text: "At the bridge.", hours: 0.1),
        ]
    }

    private static func nasty(_ gallery: GalleryContext) -> [Message] {
        let texts = [
            GalleryContext.longWord, GalleryContext.longText, GalleryContext.emoji, GalleryContext.arabic,
            GalleryContext.hebrew, "One\n\n\n\n\nTwo\n  three", "<b>&amp;</b> \u{202E}txt.exe",
            "e\u{301}\u{302}\u{303}\u{304}",
            "https://example.org/" + GalleryContext.longWord,
        ]
        return texts.enumerated().map { place, text in
            message(
                gallery, Int64(place + 1), isOwn: place % 2 == 0, content: Message.Content(text: text),
                hours: 1 - Double(place) / 100)
        }
    }

    private static func bubble(
        _ gallery: GalleryContext, _ content: Message.Content?, number: Int64 = 1, isOwn: Bool = true
    ) throws -> BubblePart {
        try BubblePart(
            message(gallery, number, isOwn: isOwn, content: content), setting(gallery), follows: false, among: [number])
    }

    static func form(
        answering message: Message? = nil, card: CardPart? = nil, errors: ValidationErrors = ValidationErrors(),
        hint: String = ""
    ) -> MessageFormPart {
        MessageFormPart(
            FormFields(), key: "0123456789abcdefghij", answering: message, card: card, cancel: "/gallery", hint: hint,
            errors)
    }
}
