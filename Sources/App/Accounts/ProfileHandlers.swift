import Database
import HTTP
import Media

/// What a person tells of themselves: words, and a picture.
extension Accounts {
    /// Whether a name is that of somebody's picture whom the viewer may see: the gate of `GET /media/…`.
    func showsPicture(_ name: MediaName, _ viewer: Viewer, _ database: Reader) throws -> Bool {
        guard let owner = try ProfileQueries.owner(database, of: name) else { return false }
        return try isVisible(owner, viewer.id, database)
    }

    func showProfile(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let profile = try site.database.read { try ProfileQueries.profile($0, of: viewer.id) }
        let fields = FormFields(values: [("bio", profile?.bio ?? ""), ("phone", profile?.phone ?? "")])
        return visit.page(profilePage(visit, viewer, fields, Problems()))
    }

    func changeProfile(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            let profile = try Profile(visit.form)
            let prepared = try visit.form.file("avatar").map { file in
                try uploads.take(file, as: .avatar, for: viewer.id, word: visit.form["word"] ?? "", visit.now)
            }
            if let prepared {
                try uploads.keep(prepared, of: viewer.id, visit.now) { database, name in
                    try ProfileQueries.set(database, viewer.id, profile)
                    try ProfileQueries.setPicture(database, viewer.id, name, visit.now)
                }
            } else {
                try site.database.write { try ProfileQueries.set($0, viewer.id, profile) }
            }
            return visit.redirect(to: "/settings/profile", saying: "Saved.")
        } catch let problems as Problems {
            return visit.page(profilePage(visit, viewer, visit.form, problems), status: .unprocessableContent)
        } catch let refused as RefusedUpload {
            let problems = Problems("avatar", refused.sentence)
            return refused.answer(visit.page(profilePage(visit, viewer, visit.form, problems)))
        }
    }

    func removePicture(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try site.database.write { try ProfileQueries.setPicture($0, viewer.id, nil, visit.now) }
        return visit.redirect(to: "/settings/profile", saying: "Your picture is removed.")
    }

    private func profilePage(
        _ visit: Visit, _ viewer: Viewer, _ form: FormFields, _ problems: Problems
    ) -> ProfilePage {
        let word = Base64URL.encode(site.surroundings.randomBytes(12))
        return ProfilePage(visit.frame("Profile", .settings), viewer, form, word: word, problems)
    }
}
