import Database
import Proximity

/// When the people of the demo world say something by themselves: often while somebody looks, seldom otherwise.
struct DemoTalk: Sendable {
    /// What is said.
    enum Turn: Sendable, Equatable {
        /// Words in the group.
        case words(Int)
        /// A photo in the group.
        case photo(Int)
        /// Words to whoever looks, in a chat.
        case letter(Int)
    }

    /// Seconds between two turns.
    static let watchedPause = 240.0
    static let pause = 1_800.0
    /// Seconds until the first one while somebody looks.
    private static let firstPause = 90.0
    /// Most photos and most letters of a day: the files of the first are worked on, the second stay.
    static let mostPhotos = 12
    static let mostLetters = 12

    private var spokeAt: Timestamp?
    private var turns = 0
    private var words = 0
    private var photos = 0
    private var letters = 0
    /// The day that photos and letters are counted by.
    private var day: Int64 = 0
    private var photosOfDay = 0
    private var lettersOfDay = 0

    /// What is said now; nil for nothing.
    mutating func turn(isWatched: Bool, _ now: Timestamp) -> Turn? {
        guard let last = spokeAt, last <= now else {
            // After a restart they do not begin with the same words.
            if spokeAt == nil { words = Int(now.milliseconds / 60_000 % 1_000) }
            spokeAt = now - (DemoTalk.watchedPause - DemoTalk.firstPause)
            return nil
        }
        guard now.seconds(since: last) >= (isWatched ? DemoTalk.watchedPause : DemoTalk.pause) else { return nil }
        spokeAt = now
        let today = now.milliseconds / 86_400_000
        if today != day { (day, photosOfDay, lettersOfDay) = (today, 0, 0) }
        turns += 1
        if isWatched, turns % 3 == 0, lettersOfDay < DemoTalk.mostLetters {
            (letters, lettersOfDay) = (letters + 1, lettersOfDay + 1)
            return .letter(letters)
        }
        if isWatched, turns % 3 == 1, photosOfDay < DemoTalk.mostPhotos {
            (photos, photosOfDay) = (photos + 1, photosOfDay + 1)
            return .photo(photos)
        }
        words += 1
        return .words(words)
    }
}

extension DemoLife {
    /// They say something by themselves.
    var talking: JobKind {
        JobKind(name: "demo.talk", interval: 30, lane: .bulk) { job in quietly { try talk(job.now) } }
    }

    private func talk(_ now: Timestamp) throws {
        let watchers = watchers
        guard let turn = state.talk.withLock({ $0.turn(isWatched: !watchers.isEmpty, now) }) else { return }
        let people = try site.database.read { try cast($0) }
        switch turn {
        case .words(let number): try writeToGroup(DemoLines.words.cycled(number), people, watchers, now)
        case .photo(let number): try writeToGroup(DemoLines.photos.cycled(number), people, watchers, now)
        case .letter(let number): try writeLetter(DemoLines.letters.cycled(number), people, watchers, now)
        }
    }

    private func writeToGroup(
        _ line: DemoLines.Line, _ people: [String: ID<Account>], _ watchers: Set<ID<Account>>, _ now: Timestamp
    ) throws {
        guard let sender = people[line.sender], !watchers.contains(sender) else { return }
        let demo = DemoContext(people: people, now: now, pictures: pictures)
        let photo = try line.photo.flatMap {
            try chats.uploads.takeDemoDraft("\($0).webp", for: Conversations.draftPurpose, of: sender, demo)
        }
        let message = NewMessage(
            content: Message.Content(text: line.text, photo: photo),
            submission: "\(DemoLife.ownKey)\(now.milliseconds)")
        try site.database.write { database in
            guard let outing = try groups.demoOuting(database, people, now),
                let view = try GroupView(database, outing.group.id, for: sender, now), view.own.isActive
            else { return }
            try groups.send(database, message, in: view, now)
        }
    }

    /// To one of them who is played, from a friend with whom they have written before.
    private func writeLetter(
        _ line: DemoLines.Line, _ people: [String: ID<Account>], _ watchers: Set<ID<Account>>, _ now: Timestamp
    ) throws {
        let played = people.keys.filter { people[$0].map { watchers.contains($0) } ?? false }.sorted()
        guard !played.isEmpty, let sender = people[line.sender], !watchers.contains(sender) else { return }
        let name = played[draw(played.count)]
        let message = NewMessage(
            content: Message.Content(text: line.text), submission: "\(DemoLife.ownKey)\(now.milliseconds)")
        try site.database.write { database in
            guard let chat = try ChatQueries.chat(database, with: name, for: sender), chat.standing == .open,
                chat.membership != nil
            else { return }
            try chats.send(database, message, to: name, from: sender, now)
        }
    }
}

extension Array {
    /// The element at a number, from the beginning again after the last one.
    fileprivate func cycled(_ number: Int) -> Element { self[number % count] }
}
