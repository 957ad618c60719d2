import Database
import HTTP
import Media

/// The profile: display name, bio, phone and picture.
extension Accounts {
    /// A person's confirmed e-mail address, folded; nil if there is none.
    func confirmedAddress(_ database: Reader, of account: ID<Account>) throws -> String? {
        try AddressQueries.recipient(database, account).flatMap { $0.isConfirmed ? $0.email.folded : nil }
    }

    /// The account whose profile picture has this name; nil if there is none.
    func owner(_ database: Reader, ofPicture name: MediaName) throws -> ID<Account>? {
        try ProfileQueries.owner(database, of: name)
    }

    func showProfile(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let profile = try site.database.read { try ProfileQueries.profile($0, of: viewer.id) }
        let fields = FormFields(values: [
            ("display_name", profile?.displayName?.text ?? ""), ("bio", profile?.bio ?? ""),
            ("phone", profile?.phone ?? ""),
        ])
        return context.page(profilePage(context, viewer, fields, ValidationErrors()))
    }

    func changeProfile(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let profile = try Profile(context.form)
            let prepared = try context.form.file("avatar").map { file in
                try uploads.take(
                    file, asOneOf: [.avatar], for: viewer.id, uploadID: context.form["upload_id"] ?? "", context.now)
            }
            if let prepared {
                try uploads.keep(prepared, of: viewer.id, context.now) { database, name in
                    try ProfileQueries.set(database, viewer.id, profile)
                    try ProfileQueries.setPicture(database, viewer.id, name, context.now)
                }
            } else {
                try site.database.write { try ProfileQueries.set($0, viewer.id, profile) }
            }
            return context.redirect(to: AccountPaths.profile, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return context.page(profilePage(context, viewer, context.form, errors), status: .unprocessableContent)
        } catch let refused as RefusedUpload {
            let errors = ValidationErrors("avatar", refused.sentence)
            return refused.answer(context.page(profilePage(context, viewer, context.form, errors)))
        }
    }

    func removePicture(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { try ProfileQueries.setPicture($0, viewer.id, nil, context.now) }
        return context.redirect(to: AccountPaths.profile, saying: "Picture removed.")
    }

    private func profilePage(
        _ context: RequestContext, _ viewer: Viewer, _ form: FormFields, _ errors: ValidationErrors
    ) -> ProfilePage {
        let uploadID = Base64URL.encode(site.environment.randomBytes(12))
        return ProfilePage(context.frame("Profile", .you), viewer, form, uploadID: uploadID, errors)
    }
}
