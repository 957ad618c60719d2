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
            setting.heldBackAfter = 0
            let content = Message.Content(
                text: "Hello! https://example.org", photo: photo, card: "/archive")
            return try BubblePart(
                message(gallery, 1, isOwn: false, content), setting, follows: false, among: [1])
        },
        .part("usual") { QuotePart(message($0, 1, isOwn: false, Message.Content(text: GalleryContext.longText))) },
        .part("own") { QuotePart(message($0, 1, isOwn: true, Message.Content(text: GalleryContext.arabic))) },
        .part("without a size") { gallery in
            let photo = try photo()
            return MessagePhotoPart(
                photo, by: message(gallery, 1, isOwn: false, Message.Content(photo: photo)), setting(gallery))
        },
        .part("own") { MessageMenuPart(message($0, 1, isOwn: true, Message.Content(text: "Hello")), setting($0)) },
        .part("of another") {
            MessageMenuPart(message($0, 1, isOwn: false, Message.Content(text: "Hello")), setting($0))
        },
        .part("empty") { _ in form() },
        .part("answering") { gallery in
            form(answering: message(gallery, 1, isOwn: false, Message.Content(text: "Are you out today?")))
        },
        .part("sharing") { _ in
            form(card: CardPart(path: "/", icon: IconPart("map-pin"), title: "Esplanadinpuisto", detail: "A place"))
        },
        .part("refused") { _ in
            form(errors: ValidationErrors("text", "Write a few words."), hint: "Writing back accepts.")
        },
    ]

    private static func photo() throws -> MediaName {
        guard let name = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        return name
    }

    static func setting(_ gallery: GalleryContext) -> MessageSetting {
        MessageSetting(
            words: gallery.words, paths: ConversationPaths(page: "/gallery"), csrf: gallery.frame("").csrf,
            site: "https://cairn.example.org", seenNumber: 5, newAfter: 6)
    }

    static func page(_ messages: [Message]) -> MessagePage {
        MessagePage(messages: messages, hasEarlier: false, hasLater: false)
    }

    static func message(
        _ gallery: GalleryContext, _ number: Int64, isOwn: Bool, _ content: Message.Content?,
        answering reply: Message.Reply? = nil, hours: Double = 0.2
    ) -> Message {
        Message(
            id: ID(rawValue: number), number: number,
            sender: gallery.person(isOwn ? "aino_k" : "leena", called: "Leena"),
            isOwn: isOwn, content: content, reply: reply, submission: isOwn ? "key-\(number)" : "",
            createdAt: gallery.ago(hours))
    }

    /// A few days of two people.
    static func conversation(_ gallery: GalleryContext) -> [Message] {
        func says(_ number: Int64, _ isOwn: Bool, _ text: String, _ hours: Double) -> Message {
            message(gallery, number, isOwn: isOwn, Message.Content(text: text), hours: hours)
        }
        let first = says(1, false, "Do you remember the fountain by the old market hall?", 100)
        let answered = Message.Reply(
            id: first.id, number: 1, sender: first.sender, isOwn: false, content: first.content)
        return [
            first, says(2, true, "We sat there until the tram stopped.", 99.99), says(3, true, "😍", 99.98),
            says(4, true, "This one: https://example.org/fountain", 25),
            message(
                gallery, 5, isOwn: true, Message.Content(text: "It's frozen to the ground."), answering: answered,
                hours: 1),
            message(gallery, 6, isOwn: true, nil, hours: 0.9),
            message(gallery, 7, isOwn: false, Message.Content(text: "Look.", card: "/archive"), hours: 0.5),
            says(8, false, "See you at six?", 0.49), says(9, true, "At the bridge.", 0.1),
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
                gallery, Int64(place + 1), isOwn: place % 2 == 0, Message.Content(text: text),
                hours: 1 - Double(place) / 100)
        }
    }

    private static func bubble(
        _ gallery: GalleryContext, _ content: Message.Content?, number: Int64 = 1, isOwn: Bool = true
    ) throws -> BubblePart {
        try BubblePart(
            message(gallery, number, isOwn: isOwn, content), setting(gallery), follows: false, among: [number])
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
