import Database
import Media
import Proximity

/// The chats of the demo world.
enum ChatDemo {
    /// A message. The next one of its scene follows after the time that it takes to write it.
    struct Line {
        let sender: String
        let text: String
        /// The name of its photo among the demo world's files.
        var photo: String?
        var place: DemoCast.Place?
        /// How many messages before it stands the one that it answers.
        var answers: Int?
        var isDeleted = false

        /// Seconds that it takes.
        var seconds: Double { 20 + Double(text.count) * 1.5 }
    }

    /// Messages that follow each other.
    struct Scene {
        /// Days before the story's last day, and an hour.
        let day: Double
        let hour: Double
        let lines: [Line]
    }

    struct Story {
        let one: String
        let other: String
        let scenes: [Scene]
        /// Who has not read the last ones, and how many.
        var unread: (name: String, count: Int)?
    }

    static let stories = [
        Story(one: "aino_k", other: "mikko", scenes: ChatDemoMikko.scenes),
        Story(one: "aino_k", other: "leena", scenes: leena, unread: ("aino_k", 2)),
        Story(one: "aino_k", other: "sofia", scenes: sofia), Story(one: "noor_h", other: "aino_k", scenes: noor),
        Story(one: "jonas", other: "aino_k", scenes: jonas, unread: ("jonas", 1)),
        Story(one: "mikko", other: "ville", scenes: ville),
        Story(one: "ville", other: "aino_k", scenes: request, unread: ("aino_k", 1)),
    ]

    private static let leena = [
        Scene(
            day: 2, hour: 19,
            lines: [
                Line(sender: "leena", text: "Did you find the bench?"),
                Line(sender: "aino_k", text: "Not yet. Third from the fountain, and which end do you count from?"),
                Line(sender: "leena", text: "The end with the better view, naturally."),
            ]),
        Scene(
            day: 1, hour: 17.75,
            lines: [
                Line(sender: "aino_k", text: "Found it. I did nothing at all for a quarter of an hour.", answers: 2),
                Line(sender: "leena", text: "A beginner’s time. We’ll work on it."),
            ]),
        Scene(
            day: 0, hour: 9.5,
            lines: [
                Line(sender: "leena", text: "There is another note for you. You will need a tram, and patience."),
                Line(sender: "leena", text: "Window side!"),
            ]),
    ]

    private static let sofia = [
        Scene(
            day: 1, hour: 20,
            lines: [
                Line(sender: "sofia", text: "The vanilla is in flower 🌸", photo: "greenhouse"),
                Line(sender: "aino_k", text: "Is that the one that smells of pudding?"),
                Line(sender: "sofia", text: "The flower smells of nothing. The pudding comes nine months later."),
                Line(sender: "aino_k", text: "I’ll wait."),
            ])
    ]

    private static let noor = [
        Scene(
            day: 3, hour: 12,
            lines: [
                Line(sender: "noor_h", text: "هل تسمعين الصواري؟"),
                Line(sender: "aino_k", text: "I can read the question mark. Is it about the masts?"),
                Line(sender: "noor_h", text: "It is: do you hear the masts? You said they sing when the wind turns."),
                Line(sender: "aino_k", text: "South wind from tomorrow. I’ll leave you a note with the spot."),
                Line(sender: "noor_h", text: "🎶"),
            ])
    ]

    private static let jonas = [
        Scene(
            day: 2, hour: 21,
            lines: [
                Line(sender: "jonas", text: "Page 112. Tell me when you get there."),
                Line(sender: "aino_k", text: "Of which book?"),
                Line(sender: "jonas", text: "That would be telling."),
                Line(sender: "aino_k", text: "Is it still there, or has somebody with taste been to the top floor?"),
            ])
    ]

    private static let ville = [
        Scene(
            day: 1, hour: 18,
            lines: [
                Line(sender: "ville", text: "Under the clock at six."),
                Line(sender: "mikko", text: "It is twenty past six."),
                Line(sender: "ville", text: "Then I’m nearly on time."),
            ])
    ]

    /// Of somebody who is not her friend.
    private static let request = [
        Scene(
            day: 0, hour: 8,
            lines: [
                Line(
                    sender: "ville",
                    text: "Hello Aino, I’m Mikko’s friend with the clock. He says you know where to swim in winter. "
                        + "May I come along one morning? I found this: https://example.org/swimming")
            ])
    ]
}

extension Chats {
    func addDemo(_ demo: DemoContext) throws {
        for story in ChatDemo.stories { try add(story, demo) }
    }

    private func add(_ story: ChatDemo.Story, _ demo: DemoContext) throws {
        var sent: [SentMessage] = []
        for scene in story.scenes {
            var time = demo.day(scene.day, at: scene.hour)
            for line in scene.lines {
                let other = line.sender == story.one ? story.other : story.one
                let key = "demo-\(other)-\(sent.count)"
                let answered = line.answers.flatMap { $0 <= sent.count ? sent[sent.count - $0].id : nil }
                sent.append(try send(line, to: other, key: key, answering: answered, demo: demo, time: time))
                time = time + line.seconds
            }
        }
        guard let last = sent.last else { return }
        for name in [story.one, story.other] {
            let unread = story.unread.map { $0.name == name ? $0.count : 0 } ?? 0
            let through = last.number - Int64(unread)
            try setRead(
                name, other: story.one == name ? story.other : story.one, through: through, of: last.number, demo: demo)
        }
    }

    private func send(
        _ line: ChatDemo.Line, to other: String, key: String, answering answered: ID<Message>?, demo: DemoContext,
        time: Timestamp
    ) throws -> SentMessage {
        let sender = try demo.id(line.sender)
        // Without its picture a message has words alone.
        let photo = try line.photo.flatMap {
            try uploads.receiveDemoDraft("\($0).webp", for: Conversations.draftPurpose, of: sender, demo)
        }
        let card = line.place.map { MapPaths.view(of: $0.coordinate, zoom: 16) }
        let content = Message.Content(text: line.text, photo: photo, card: card)
        let message = NewMessage(content: content, reply: answered, formKey: key)
        return try site.database.write { database in
            let sent = try send(database, message, to: other, from: sender, at: time)
            if line.isDeleted, let stored = try ChatQueries.stored(database, sender, and: try demo.id(other)) {
                _ = try conversations.delete(database, sent.id, in: stored.conversation, by: sender, at: time + 60)
            }
            return sent
        }
    }

    /// Somebody has read up to a message, and has read of the others on the page of notices.
    private func setRead(
        _ name: String, other: String, through number: Int64, of last: Int64, demo: DemoContext
    ) throws {
        let reader = try demo.id(name)
        try site.database.write { database in
            guard let stored = try ChatQueries.stored(database, reader, and: try demo.id(other)) else { return }
            try ConversationQueries.setRead(database, stored.conversation, by: reader, through: number)
            if stored.requestFrom == nil {
                _ = try ConversationQueries.setSeen(database, stored.conversation, by: reader, through: number)
            }
            if number == last {
                try takeBackNotice(database, stored.conversation, of: reader)
            } else {
                try markNoticeRead(database, stored.conversation, by: reader, at: demo.now)
            }
        }
    }
}
