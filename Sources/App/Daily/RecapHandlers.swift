import Database
import Foundation
import HTTP
import Proximity

/// `/calendar/{yyyy-mm}.zip` and `.webp`: a month's photos to keep, made by a job.
extension Daily {
    var recapRoutes: [Route] {
        [.get("/calendar/{file}", downloadRecap), .get("/calendar/{month}/recap", showRecap)]
    }

    /// Files that are swept: backups do not contain them.
    var recapFolder: String { (uploads.store.root as NSString).deletingLastPathComponent + "/recaps" }

    func recapPath(_ file: String) -> String { "\(recapFolder)/\(file)" }

    /// `GET /calendar/{file}`: the file, or its page while it is made.
    func downloadRecap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let parts = (context.parameters["file"] ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let month = CalendarMonth(String(parts[0])), month.isAllowed,
            let kind = Recap.Kind(rawValue: String(parts[1]))
        else { throw Failure.notFound }
        let file = try expectedFile(viewer.id, month, kind)
        let recap = try site.database.read { try RecapQueries.recap($0, of: viewer.id, month, kind) }
        if let recap, isFresh(recap, file, context.now), recap.finishedAt != nil {
            let name = "cairn-\(viewer.username)-\(month.text).\(kind.rawValue)"
            let headers = Headers([
                ("Content-Disposition", "attachment; filename=\"\(name)\""),
                ("Content-Security-Policy", "default-src 'none'; sandbox"), ("X-Content-Type-Options", "nosniff"),
            ])
            let response = FileAnswer.respond(
                to: context.request.head, path: recapPath(recap.file), type: kind.contentType,
                cacheControl: "private, no-store", tag: recap.file, headers: headers)
            if let response { return context.finished(response) }
        }
        if context.isLookedAt {
            try request(file, of: viewer.id, month, kind, context)
        }
        return context.redirect(to: DailyPaths.recap(month))
    }

    private func request(
        _ file: String, of account: ID<Account>, _ month: CalendarMonth, _ kind: Recap.Kind, _ context: RequestContext
    ) throws {
        guard uploads.store.hasRoom(for: 64 << 20) else { throw Failure.noSpace }
        let weekday = CalendarWeek.firstWeekday(context.request.head.headers["accept-language"])
        try site.database.write { database in
            let recap = try RecapQueries.recap(database, of: account, month, kind)
            // Asked for twice at once: the first one is made.
            if let recap, recap.isUnderWay, isFresh(recap, file, context.now) { return }
            guard try RecapQueries.underWay(database, of: account) < Recap.mostAtOnce else {
                throw Failure.tooMany(retryAfter: 60)
            }
            try RecapQueries.insert(database, file: file, of: account, month, kind, context.now)
            try Job.enqueue(
                database, kind: Daily.makingRecap, key: "\(Daily.makingRecap) \(file) \(context.now.milliseconds)",
                payload: "\(file) \(weekday)", for: account, at: context.now)
        }
    }

    /// `GET /calendar/{month}/recap`
    func showRecap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let month = CalendarMonth(context.parameters["month"] ?? ""), month.isAllowed else {
            throw Failure.notFound
        }
        let items = try Recap.Kind.allCases.map { kind in
            let file = try expectedFile(viewer.id, month, kind)
            let recap = try site.database.read { try RecapQueries.recap($0, of: viewer.id, month, kind) }
            return RecapItem(month, kind, recap.flatMap { isFresh($0, file, context.now) ? $0 : nil })
        }
        let frame = context.frame("Keep \(MomentWords.month(month))", .calendar)
        return context.page(RecapPage(frame: frame, month: month, items: items))
    }

    /// Whether a recap shows the photos of now, and is there.
    private func isFresh(_ recap: Recap, _ file: String, _ now: Timestamp) -> Bool {
        recap.file == file && now - recap.createdAt < Recap.life
    }

    /// The name of the file that shows the photos of now: another one once a photo came or went.
    ///
    /// - Throws: `Failure.notFound` for a month without photos.
    private func expectedFile(_ account: ID<Account>, _ month: CalendarMonth, _ kind: Recap.Kind) throws -> String {
        let photos = try site.database.read { try CalendarQueries.photos($0, of: account, month.range) }
        guard !photos.isEmpty else { throw Failure.notFound }
        let content = photos.map { "\($0.id)" }.joined(separator: ",")
        return Base64URL.encode(
            Array(site.key.code("recap", "\(account)|\(month.text)|\(kind.rawValue)|\(content)").prefix(20)))
    }
}

/// `GET /calendar/{month}/recap`
struct RecapPage {
    let frame: Frame
    let month: CalendarMonth
    let items: [RecapItem]

    /// Whether the page asks again.
    var isUnderWay: Bool { items.contains { $0.progress != nil } }
    var title: String { "Keep \(MomentWords.month(month))" }
    /// The finished contact sheet; "" before.
    var sheet: String { items.first { $0.kind == .webp && $0.size != nil }?.address ?? "" }
    var sheetWords: String { "Your photos of \(MomentWords.month(month)) on one sheet" }
}

/// One of the two files on the page.
struct RecapItem {
    let kind: Recap.Kind
    let address: String
    /// Set while it is made.
    let progress: ProgressPart?
    /// "12.4 MB" once it is ready.
    let size: String?
    let hasFailed: Bool

    init(_ month: CalendarMonth, _ kind: Recap.Kind, _ recap: Recap?) {
        self.kind = kind
        address = DailyPaths.recapFile(month, kind.rawValue)
        hasFailed = recap?.hasFailed ?? false
        progress = recap.flatMap {
            $0.isUnderWay ? ProgressPart(label: "Making it: \($0.percent) %", percent: $0.percent) : nil
        }
        size = recap.flatMap { recap in recap.finishedAt.flatMap { _ in recap.bytes.map(ByteFormatter.text) } }
    }

    var icon: IconPart { IconPart(kind == .zip ? "archive" : "image") }
    var title: String { kind == .zip ? "All photos" : "One picture" }
    var words: String {
        kind == .zip ? "A ZIP file with every photo, front and back, and your captions." : "The whole month on a sheet."
    }
}
