import Database
import HTTP
import Proximity

/// Words of the administrators to everybody: a notice, which keeps quiet hours like others, and a page.
struct Announcements: Feature {
    let site: Site
    let accounts: Accounts
    let notices: Notices

    static let migrations = AnnouncementQueries.migrations

    var routes: [Route] {
        [
            .get("/announcements/{id}", show), .adminGet("/admin/announcements", showAdmin),
            .adminPost("/admin/announcements", announce), .adminPost("/admin/announcements/{id}/delete", delete),
        ]
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .admin, rank: 32, path: AnnouncementPaths.admin, icon: "bell", words: "Announcements")
        ]
    }

    var jobKinds: [JobKind] { [JobKind(name: Announcements.job, payload: Telling.self) { try tellNext($0, $1.now) }] }

    var galleryExamples: [GalleryExample] { AnnouncementExamples.all }

    static let notice = "announcement"
    private static let job = "announcements.tell"
    /// Accounts that one transaction tells.
    private static let batch = 200

    /// `GET /announcements/{id}`
    func show(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let found = try site.database.read { database in
            try ID<Announcement>(context.parameters["id"] ?? "").flatMap {
                try AnnouncementQueries.announcement(database, $0)
            }
        }
        guard let found else { throw Failure.notFound }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return context.page(
            AnnouncementPage(
                frame: context.frame("Announcement"), text: found.text, made: TimePart(moment: found.createdAt, times)))
    }

    /// `GET /admin/announcements`
    func showAdmin(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try adminPage(context, viewer, text: "", errors: ValidationErrors())
    }

    private func adminPage(
        _ context: RequestContext, _ viewer: Viewer, text: String, errors: ValidationErrors
    ) throws -> Response {
        let (found, next) = try site.database.read {
            try AnnouncementQueries.list($0, after: Cursor(context.query["after"]))
        }
        let frame = context.frame("Announcements", .you)
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let page = AnnouncementAdminPage(
            frame: frame, key: FormKey.read(context.form) ?? site.newFormKey(),
            field: AnnouncementAdminPage.field(text, errors),
            rows: found.map { AnnouncementRowPart($0, csrf: frame.csrf, times: times) },
            more: MorePart(AnnouncementPaths.admin, next))
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `POST /admin/announcements` (text, key)
    func announce(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let text = MultilineText.normalized(context.form["text"])
        guard !text.isEmpty, text.unicodeScalars.count <= Announcement.maxLength else {
            let words =
                text.isEmpty ? "Write what everybody should know." : ValidationErrors.tooLong(Announcement.maxLength)
            return try adminPage(context, viewer, text: text, errors: ValidationErrors("text", words))
        }
        try site.throttles.attempt([(.announcement, "\(viewer.id)")], context.now)
        let key = site.formKey(of: context.form)
        try site.database.write { database in
            guard let id = try AnnouncementQueries.insert(database, text, formKey: key, at: context.now) else { return }
            try enqueue(database, id, after: ID(rawValue: 0), at: context.now)
            try site.features.record(
                database, "announced", by: viewer, detail: text, at: context.now)
        }
        return context.redirect(to: AnnouncementPaths.admin, saying: "Sent to everybody.")
    }

    /// `POST /admin/announcements/{id}/delete`: its notices go with it.
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            guard let id = ID<Announcement>(context.parameters["id"] ?? ""),
                let found = try AnnouncementQueries.announcement(database, id),
                try AnnouncementQueries.delete(database, id)
            else { throw Failure.notFound }
            try site.features.record(
                database, "deleted an announcement", by: viewer,
                detail: found.text, at: context.now)
        }
        return context.redirect(to: AnnouncementPaths.admin, saying: "Deleted.")
    }

    /// Tells the next accounts; a job for the others is enqueued in the same transaction.
    private func tellNext(_ telling: Telling, _ now: Timestamp) throws {
        let id = telling.announcement
        try site.database.write { database in
            guard try AnnouncementQueries.announcement(database, id) != nil else { return }
            let next = try accounts.active(database, after: telling.after, limit: Announcements.batch)
            for account in next {
                try notices.notify(database, Announcements.notice, subject: id.rawValue, to: account, at: now)
            }
            guard next.count == Announcements.batch, let last = next.last else { return }
            try enqueue(database, id, after: last, at: now)
        }
    }

    private func enqueue(
        _ database: Writer, _ id: ID<Announcement>, after account: ID<Account>, at now: Timestamp
    ) throws {
        try Job.enqueue(
            database, kind: Announcements.job, key: "\(Announcements.job) \(id) \(account)",
            payload: Telling(announcement: id, after: account), at: now)
    }
}

/// Which announcement a job tells, to whom comes after an account.
private struct Telling: JobPayload {
    let announcement: ID<Announcement>
    let after: ID<Account>
}

extension Telling {
    init?(older text: String) {
        guard let (announcement, after) = OlderPayload.pair(text) else { return nil }
        self.init(announcement: ID(rawValue: announcement), after: ID(rawValue: after))
    }
}

extension Announcements: NoticeSource {
    var noticeTopic: NoticeTopic { .people }

    /// What leaves the site says only that there is one: its words are for the page of notices.
    var noticeKinds: [NoticeKind] {
        [
            NoticeKind(
                name: Announcements.notice, icon: "bell", words: "The people who run this site announce something",
                push: PushOptions(group: .subject), holds: .untilWritten
            ) { database, notices, _, _ in
                var texts: [ID<Notice>: NoticeText] = [:]
                for notice in notices {
                    guard let found = try AnnouncementQueries.announcement(database, ID(rawValue: notice.subject))
                    else {
                        continue
                    }
                    texts[notice.id] = NoticeText(
                        title: "An announcement for everybody", path: AnnouncementPaths.show(found.id),
                        detail: found.title)
                }
                return texts
            }
        ]
    }
}
