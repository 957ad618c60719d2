import Database
import Proximity

/// They answer who writes to them, some seconds later.
extension DemoLife: MessageObserver {
    private static let answer = "demo.answer"

    /// However many messages come until it is due, there is one answer.
    func written(
        _ database: Writer, _ message: NewMessage, in conversation: ID<Conversation>, by sender: ID<Account>,
        _ now: Timestamp
    ) throws {
        guard !message.submission.hasPrefix(DemoLife.ownKey) else { return }
        try Job.enqueue(
            database, kind: DemoLife.answer, key: "\(DemoLife.answer) \(conversation)",
            payload: "\(conversation) \(sender)", for: sender, at: now + (5 + Double(draw(8))))
    }

    var answering: JobKind {
        JobKind(name: DemoLife.answer, delay: 15) { job in quietly { try answer(job) } }
    }

    private func answer(_ job: Job) throws {
        let ids = job.payload.split(separator: " ")
        guard ids.count == 2, let conversation = ID<Conversation>(ids[0]), let asker = ID<Account>(ids[1]) else {
            return
        }
        let watchers = watchers
        try site.database.write { database in
            let people = try cast(database).filter { $0.value != asker && !watchers.contains($0.value) }
            for (name, account) in people
            where try ChatQueries.stored(database, asker, account)?.conversation == conversation {
                return try answer(database, in: conversation, of: asker, by: (account, name), job)
            }
            try answerInGroup(database, conversation, of: asker, Set(people.values), job)
        }
    }

    private func answer(
        _ database: Writer, in conversation: ID<Conversation>, of asker: ID<Account>,
        by reader: (id: ID<Account>, username: String), _ job: Job
    ) throws {
        guard let asked = try asked(database, in: conversation, by: asker, for: reader.id),
            let message = message(asked, by: reader.username, job)
        else { return }
        let name = Chat.name(of: asked.sender)
        try Throttles.attempt(database, [(.message, "\(reader.id)")], job.now)
        let sent = try chats.send(database, message, to: name, from: reader.id, job.now)
        guard let chat = try ChatQueries.chat(database, with: name, for: reader.id) else { return }
        let isSeen = try ChatQueries.wantsReceipts(database, reader.id)
        try chats.keepRead(database, chat, through: sent.number, by: reader, isSeen: isSeen, job.now)
    }

    /// One of them answers for all.
    private func answerInGroup(
        _ database: Writer, _ conversation: ID<Conversation>, of asker: ID<Account>, _ accounts: Set<ID<Account>>,
        _ job: Job
    ) throws {
        guard let group = try GroupMessageQueries.group(database, with: conversation),
            let outing = try GroupView(database, group, for: asker, job.now)
        else { return }
        let others = outing.others.filter { accounts.contains($0.person.id) }
        guard !others.isEmpty else { return }
        let person = others[draw(others.count)].person
        guard let asked = try asked(database, in: conversation, by: asker, for: person.id),
            let message = message(asked, by: person.username, job),
            let view = try GroupView(database, group, for: person.id, job.now)
        else { return }
        try Throttles.attempt(database, [(.message, "\(person.id)")], job.now)
        try groups.send(database, message, in: view, job.now)
    }

    /// The last message of a conversation, if it waits for an answer to somebody.
    private func asked(
        _ database: Reader, in conversation: ID<Conversation>, by asker: ID<Account>, for account: ID<Account>
    ) throws -> Message? {
        guard let membership = try ConversationQueries.membership(database, conversation, of: account) else {
            return nil
        }
        let last = try ConversationQueries.messages(database, .last, of: membership, for: account, limit: 1)
        return last.messages.last.flatMap { $0.sender.id == asker ? $0 : nil }
    }

    /// nil for what was deleted.
    private func message(_ asked: Message, by name: String, _ job: Job) -> NewMessage? {
        guard let content = asked.content, let voice = DemoLines.voices[name] else { return nil }
        let text = voice.answer(to: content, number: Int(asked.number))
        return NewMessage(content: Message.Content(text: text), submission: "\(DemoLife.ownKey)\(job.id)")
    }
}
