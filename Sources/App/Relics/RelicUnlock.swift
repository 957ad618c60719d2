import Database
import Foundation
import HTTP

/// `POST /relics/{id}/unlock`
extension Relics {
    /// Opens a relic near its place, with its password if it has one.
    ///
    /// From afar no password is compared, so that neither the answer nor its time tells of it.
    func unlock(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let gateway = try gateway(id, context, viewer)
        if gateway.isOpen { return context.redirect(to: RelicPaths.relic(id)) }
        guard case .near(let fix) = gateway.nearness else {
            return try gatePage(gateway, context, viewer, status: .unprocessableContent)
        }
        do {
            if gateway.relic.isLocked { try check(id, context, viewer) }
        } catch let errors as ValidationErrors {
            return try gatePage(gateway, context, viewer, status: .unprocessableContent, errors)
        } catch Failure.tooMany(let seconds) {
            let errors = ValidationErrors("password", Relics.patience(seconds))
            var answer = try gatePage(gateway, context, viewer, status: .tooManyRequests, errors)
            answer.headers.set("Retry-After", "\(seconds)")
            return answer
        }
        try site.database.write { try open($0, id, by: fix, viewer, context.now) }
        return context.redirect(to: RelicPaths.relic(id))
    }

    /// Compares the typed password. Tries count by account and relic, the right one too while others wait.
    ///
    /// - Throws: `ValidationErrors` on `password`; `Failure.tooMany`, `Failure.unavailable`.
    private func check(_ id: ID<Relic>, _ context: RequestContext, _ viewer: Viewer) throws {
        let typed = Relics.typedPassword(context.form)
        guard !typed.isEmpty else { throw ValidationErrors("password", "Type the password.") }
        let stored = try site.database.read { try RelicQueries.password($0, of: id) }
        let tries = PasswordTries(own: (.code, "\(viewer.id)-\(id)"), priority: .known(viewer.id.rawValue))
        guard typed.utf8.count <= Relic.longestPassword,
            try accounts.check(typed, against: stored.flatMap { PasswordHash($0) }, tries, context.now)
        else { throw ValidationErrors("password", "That's not the password.") }
    }

    /// A word that is told and typed on phones, which like to add a space.
    static func typedPassword(_ form: FormFields) -> String {
        (form["password"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func patience(_ seconds: Int) -> String {
        let wait =
            seconds < 90
            ? CountWords.of(seconds, "second") : "\(CountWords.of((seconds + 59) / 60, "minute"))"
        return "Too many tries. Try again in \(wait)."
    }
}

extension RelicQueries {
    /// The hash of a relic's password; nil for none.
    static func password(_ database: Reader, of id: ID<Relic>) throws -> String? {
        try database.value("SELECT password FROM relic WHERE id = \(id) AND password IS NOT NULL")
    }
}
