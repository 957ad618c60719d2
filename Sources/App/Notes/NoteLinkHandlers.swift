import Database
import HTTP
import Proximity

/// A note's link: its author makes it and turns it off, and whoever has it becomes a recipient.
extension Notes {
    /// `POST /notes/{id}/link`: makes a link, in place of an earlier one.
    func makeLink(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        try site.throttles.attempt([(.noteLink, "\(viewer.id)")], context.now)
        let seed = LinkToken.seed(site)
        let isMade = try site.database.write {
            try setLink($0, of: id, by: viewer.id, seed: seed, context.now)
        }
        guard isMade else { throw Failure.notFound }
        return context.redirect(to: NotePaths.note(id), saying: "Link ready. Send it to whom you like.")
    }

    /// `POST /notes/{id}/link/revoke`
    func revokeLink(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isEnded = try site.database.write { try NoteQueries.endLink($0, of: id, by: viewer.id, context.now) }
        guard isEnded else { throw Failure.notFound }
        return context.redirect(
            to: NotePaths.note(id), saying: "Link turned off. Whoever looks for the note by it already still can.")
    }

    /// Makes the link of a note; false if the note is not theirs or nobody can find it any more.
    func setLink(
        _ database: Writer, of note: ID<Note>, by author: ID<Account>, seed: String, _ now: Timestamp
    ) throws -> Bool {
        try NoteQueries.setLink(
            database, of: note, by: author, seed: seed, tokenHash: TokenHash.of(token(seed)), now)
    }

    private func token(_ seed: String) -> String { LinkToken.of("note link", seed, site.key) }

    /// The link on its author's page; nil for a note that can have none.
    func linkPart(_ own: OwnNote?, _ now: Timestamp) throws -> NoteLinkPart? {
        guard let own, own.options.closesAt.map({ $0 > now }) ?? true else { return nil }
        return try NoteLinkPart(
            own.link.map { site.settings.baseURL + NotePaths.link(token($0.seed)) }, uses: own.link?.uses ?? 0)
    }

    /// `GET /note-link/{token}`: who left a note, for whoever has its link. Makes nobody a recipient.
    func showLink(_ context: RequestContext) throws -> Response {
        let token = context.parameters["token"] ?? ""
        guard let hash = LinkToken.hash(token) else { return try deadLink(context) }
        let found = try site.database.read { database -> (LinkedNote, Bool)? in
            let note = try NoteQueries.linked(database, tokenHash: hash, viewer: context.member?.id, context.now)
            guard let note else { return nil }
            let theirs = try context.member.map { try friends.friends(database, of: $0.id) } ?? []
            return (note, theirs.contains { $0.id == note.author.id })
        }
        guard let (note, isFriend) = found else { return try deadLink(context) }
        if context.member == nil, site.settings.registration == .invited {
            context.addCookie(site.cookies.set(site.cookies.invitation, token, maxAge: 86_400))
        }
        var author = note.author
        // Pictures are only for signed-in people.
        if context.member == nil { author.picture = nil }
        var frame = context.frame("\(author.name) left you a note", .archive)
        frame.preview = context.preview(frame.title, "It waits at a real place and opens there, nowhere else.", .notes)
        let words = RelativeTimeFormatter(note.authorZone, now: context.now)
        return context.page(
            NoteLinkPage(
                frame: frame, id: note.id, author: PersonPart(author), left: TimePart(day: note.createdAt, words),
                path: NotePaths.link(token), standing: context.member == nil ? nil : note.standing,
                canSignUp: site.settings.registration != .closed,
                asks: isFriend ? nil : NoteLinkPage.asks(author.name)))
    }

    /// `POST /note-link/{token}` (friend): makes the viewer a recipient, once.
    func followLink(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.noteLink, "\(viewer.id)")], context.now)
        let token = context.parameters["token"] ?? ""
        let asks = PlaceForm.isOn(context.form, "friend")
        guard let hash = LinkToken.hash(token) else { return try deadLink(context) }
        let followed = try site.database.write { database -> LinkedNote? in
            let note = try NoteQueries.linked(database, tokenHash: hash, viewer: viewer.id, context.now)
            guard let note, note.standing != .own else { return nil }
            if note.standing == .new {
                guard try NoteQueries.follow(database, note.id, by: viewer.id, context.now) else { return nil }
            }
            if asks { _ = try friends.ask(database, viewer.id, note.author.id, context.now) }
            return note
        }
        guard let followed else { return try deadLink(context) }
        if context.request.head.cookie(site.cookies.invitation) == token {
            context.addCookie(site.cookies.end(site.cookies.invitation))
        }
        return followed.standing == .found
            ? context.redirect(to: NotePaths.note(followed.id))
            : context.redirect(
                to: SitePaths.home,
                saying: "A note from \(followed.author.name) waits for you. It opens where they left it.")
    }

    /// The same page for every link that leads nowhere. Each counts as a try, by network.
    ///
    /// - Throws: `Failure.tooMany`.
    private func deadLink(_ context: RequestContext) throws -> Response {
        try site.throttles.attemptReading(context.networkCounters(.noteLink), context.now)
        let page = ErrorPage(
            frame: context.frame("This link no longer works"), heading: "This link no longer works",
            message:
                "The note was taken back, its time is over, or its link is off. Ask whoever sent it to you.",
            isSignedIn: context.member != nil)
        return context.page(page, status: .notFound)
    }
}

extension Notes: InvitationSource {
    func isInvited(_ context: RequestContext) throws -> Bool {
        guard let hash = waitingLink(context) else { return false }
        return try site.database.read { try isInvited($0, hash, context.now) }
    }

    /// A note's link lets in everybody who can still become a recipient.
    func admit(_ database: Writer, _ account: ID<Account>, _ context: RequestContext) throws -> Bool {
        guard let hash = waitingLink(context) else { return false }
        return try isInvited(database, hash, context.now)
    }

    /// The stored form of the link by which a browser came before its owner signed up.
    private func waitingLink(_ context: RequestContext) -> String? {
        context.request.head.cookie(site.cookies.invitation).flatMap { LinkToken.hash($0) }
    }

    private func isInvited(_ database: Reader, _ hash: String, _ now: Timestamp) throws -> Bool {
        try NoteQueries.linked(database, tokenHash: hash, viewer: nil, now) != nil
    }
}
