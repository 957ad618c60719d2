import Database
import HTTP
import Proximity

/// `/admin/backup`
extension Backups {
    /// Seconds for which a link to a backup is good, for breaks of a long download.
    private static let linkLife: Int64 = 3_600_000

    /// `GET /admin/backup`
    func showBackups(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let schedule = try site.database.read { try self.schedule($0) }
        return try backupPage(context, viewer, form: BackupForm(schedule), errors: ValidationErrors())
    }

    private func backupPage(
        _ context: RequestContext, _ viewer: Viewer, form: BackupForm, errors: ValidationErrors,
        opened name: String = ""
    ) throws -> Response {
        let state = try site.database.read { try self.state($0, context.now) }
        let page = BackupAdminPage(
            context.frame("Backups", .administration), style: site.assets.pageStyles["backup"] ?? "", form: form,
            state: state, fixed: fixed, opened: name, isAsked: BackupStatePart.isAsked(by: context),
            RelativeTimeFormatter(viewer.timeZone, now: context.now), errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// How the backups are.
    func state(_ database: Reader, _ now: Timestamp) throws -> BackupState {
        BackupState(
            schedule: try self.schedule(database), lastGood: try BackupQueries.lastGood(database),
            failed: try BackupQueries.failure(database),
            isUnderWay: try Job.isEnqueued(database, key: Backups.wanted), files: try BackupQueries.files(database),
            now: now)
    }

    /// `POST /admin/backup` (is_on, folder, time, days, weeks, months)
    func changeBackups(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let stored = try site.database.read(BackupQueries.schedule) ?? BackupSchedule()
        let form = BackupForm(context.form, else: stored)
        do {
            let schedule = try form.schedule(stored, fixed, dataFolder: dataFolder)
            try site.database.write { database in
                let changes = schedule.changes(from: stored)
                try BackupQueries.set(database, schedule)
                // What lies in another folder is looked at soon.
                if schedule.folder != stored.folder { try BackupQueries.setFiles(database, []) }
                guard !changes.isEmpty else { return }
                try site.features.record(
                    database, "changed the backups", by: viewer, detail: changes.joined(separator: "; "),
                    context.now)
            }
            return context.redirect(to: BackupPaths.overview, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return try backupPage(context, viewer, form: form, errors: errors)
        }
    }

    /// `POST /admin/backup/run`
    func runNow(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let isStarted = try site.database.write { database in
            guard try schedule(database).isOn else { return false }
            try Job.enqueue(database, kind: Backups.wanted, key: Backups.wanted, at: context.now)
            try site.features.record(database, "asked for a backup", by: viewer, detail: "", context.now)
            return true
        }
        return context.redirect(
            to: BackupPaths.overview,
            saying: isStarted ? "A backup is being made." : "Switch backups on first.")
    }

    /// Calls `body` if the password is right: a backup holds all that members have shared, and may be the last one.
    private func asked(
        _ context: RequestContext, _ viewer: Viewer, for name: BackupFileName, _ body: () throws -> Response
    ) throws -> Response {
        do {
            try accounts.checkPassword(context, viewer, field: "password")
            return try body()
        } catch let errors as ValidationErrors {
            let schedule = try site.database.read { try self.schedule($0) }
            return try backupPage(context, viewer, form: BackupForm(schedule), errors: errors, opened: name.text)
        }
    }

    /// `POST /admin/backup/{name}/download` (password): leads to the file.
    func allowDownload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (_, name) = try file(context)
        return try asked(context, viewer, for: name) {
            try site.database.write { database in
                try site.features.record(database, "downloaded a backup", by: viewer, detail: name.text, context.now)
            }
            let until = context.now.milliseconds + Backups.linkLife
            let ticket = PathText.component(site.key.sign("backup", ticket(name, viewer, until: until)))
            return context.redirect(to: "\(BackupPaths.file(name.text))?ticket=\(ticket)")
        }
    }

    /// `GET /admin/backup/{name}?ticket=`: 404 without a ticket of this very session.
    func download(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (folder, name) = try file(context)
        guard let text = site.key.verified("backup", context.query["ticket"] ?? ""),
            let until = text.split(separator: " ").last.flatMap({ Int64($0) }),
            text == ticket(name, viewer, until: until), context.now.milliseconds < until
        else { throw Failure.notFound }
        // The folder may have lost it since it was looked at.
        guard folder.byteCount(name) != nil else { throw Failure.notFound }
        let headers = Headers([
            ("Content-Disposition", "attachment; filename=\"\(name.text)\""), ("X-Content-Type-Options", "nosniff"),
        ])
        guard
            let response = FileAnswer.respond(
                to: context.request.head, path: folder.path(name), type: "application/x-tar",
                cacheControl: "private, no-store", tag: name.text, headers: headers)
        else { throw Failure.notFound }
        return context.finished(response)
    }

    private func ticket(_ name: BackupFileName, _ viewer: Viewer, until: Int64) -> String {
        "\(name.text) \(viewer.session) \(until)"
    }

    /// `POST /admin/backup/{name}/delete` (password)
    func deleteBackup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (folder, name) = try file(context)
        return try asked(context, viewer, for: name) {
            guard folder.byteCount(name) != nil else {
                throw ValidationErrors("password", "It is not in the folder any more.")
            }
            do { try folder.delete(name) } catch {
                site.log.error("a backup was not deleted", metadata: ["error": "\(error)"])
                throw ValidationErrors("password", "The server may not delete it there. See the log.")
            }
            try site.database.write { database in
                try BackupQueries.removeFile(database, name)
                try site.features.record(database, "deleted a backup", by: viewer, detail: name.text, context.now)
            }
            return context.redirect(to: BackupPaths.overview, saying: "Deleted.")
        }
    }

    /// The backup in the path.
    ///
    /// - Throws: `Failure.notFound` for anything that was no backup of the site when the folder was last looked at.
    private func file(_ context: RequestContext) throws -> (BackupFolder, BackupFileName) {
        let (schedule, label, files) = try site.database.read {
            (try self.schedule($0), try BackupQueries.label($0), try BackupQueries.files($0))
        }
        let text = context.parameters["name"] ?? ""
        guard let name = files.first(where: { $0.name.text == text })?.name else { throw Failure.notFound }
        return (BackupFolder(schedule.folder, label: label), name)
    }
}
