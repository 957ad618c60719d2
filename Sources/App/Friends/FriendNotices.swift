import Database
import Proximity

/// What people are told of requests and friendships.
extension Friends: NoticeSource {
    static let askedNotice = "friend.asked"
    static let acceptedNotice = "friend.accepted"

    /// The subject of both is the account of the other.
    var noticeTopic: NoticeTopic { .people }

    var noticeKinds: [NoticeKind] {
        [
            NoticeKind(
                name: Friends.askedNotice, icon: "user-plus", words: "Somebody wants to be friends",
                channels: [.site, .push, .mail], holds: .untilWritten
            ) { database, notices, account, _ in
                let asking = try FriendQueries.incoming(database, to: account).map { $0.1 }
                return Friends.texts(notices, people: asking) {
                    NoticeText(title: "\($0.name) wants to be friends", path: FriendPaths.friends)
                }
            },
            NoticeKind(
                name: Friends.acceptedNotice, icon: "users", words: "Somebody accepts your friend request",
                holds: .untilWritten
            ) { database, notices, account, _ in
                Friends.texts(notices, people: try FriendQueries.friends(database, of: account)) {
                    NoticeText(
                        title: "\($0.name) is your friend now", path: PersonPaths.person($0.username))
                }
            },
        ]
    }

    /// The texts of the notices about these people.
    private static func texts(
        _ notices: [Notice], people: [Person], text: (Person) -> NoticeText
    ) -> [ID<Notice>: NoticeText] {
        let known = Dictionary(people.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            uniqueKeysWithValues: notices.compactMap { notice in
                known[notice.subject].map { (notice.id, text($0)) }
            })
    }

    /// Tells a person that another asks. Not again when the other takes the request back and repeats it, and not when
    /// they were declined before.
    func notifyOfRequest(
        _ database: Writer, from asker: ID<Account>, to account: ID<Account>, _ now: Timestamp
    ) throws {
        if try FriendQueries.hasDeclined(database, account, asker: asker) { return }
        try notices.notify(database, Friends.askedNotice, subject: asker.rawValue, to: account, from: asker, at: now)
    }

    /// Makes friends of one who asked and one who said yes, and tells the one who asked.
    func befriend(
        _ database: Writer, _ asker: ID<Account>, acceptedBy account: ID<Account>, at now: Timestamp
    ) throws {
        try FriendQueries.befriend(database, asker, and: account, at: now)
        // Nobody asks any more; a request after the friendship has ended is a new one.
        try notices.takeBack(database, Friends.askedNotice, subject: asker.rawValue, of: account)
        try notices.takeBack(database, Friends.askedNotice, subject: account.rawValue, of: asker)
        // One from an earlier friendship of the two would say the same of this one.
        try notices.takeBack(database, Friends.acceptedNotice, subject: asker.rawValue, of: account)
        try notices.notify(
            database, Friends.acceptedNotice, subject: account.rawValue, to: asker, from: account, isAgain: true,
            at: now)
    }

    /// In the demo world everybody has read of their friendships, but for one that Aino has not seen yet.
    func readDemoNotices(_ demo: DemoContext) throws {
        let unread = (try demo.id("aino_k"), try demo.id("noor_h"))
        try site.database.write { database in
            for (one, other) in FriendDemo.friends {
                let (asker, friend) = (try demo.id(one), try demo.id(other))
                if (asker, friend) == unread { continue }
                try notices.markRead(
                    database, Friends.acceptedNotice, subject: friend.rawValue, of: asker, at: demo.ago(hours: 150))
            }
        }
    }
}
