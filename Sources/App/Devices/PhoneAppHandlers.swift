import Database
import HTTP
import PositionSources
import Proximity

/// The pages and forms of devices.
extension Devices {
    /// `GET /settings/devices`
    func showDevices(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.page(try list(context, viewer, ValidationErrors()))
    }

    private func list(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> DevicesPage {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let devices = try site.database.read { try PositionQueries.devices($0, of: viewer.id) }
        let form = NewPhoneAppForm(context.form, errors)
        return DevicesPage(
            frame: context.frame("Devices", .settings),
            devices: devices.map { DevicePart($0, isThis: $0.session == viewer.session, words) },
            kept: PositionRetention.words(viewer.retentionHours), form: form,
            links: site.features.links(.devices, viewer))
    }

    /// `POST /settings/devices` (name, app)
    func addApp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let new = try NewPhoneApp((context.form["name"], context.form["app"]))
            let token = newToken()
            let id = try site.database.write { try add($0, new, token: token, of: viewer.id, context.now) }
            ShownToken.set(token, of: id, context)
            return context.redirect(to: DevicePaths.device(id))
        } catch let errors as ValidationErrors {
            return context.page(try list(context, viewer, errors), status: .unprocessableContent)
        }
    }

    /// Adds a phone app, and tells its owner by mail, in case somebody else did it.
    ///
    /// - Throws: `ValidationErrors` for somebody who has too many.
    @discardableResult
    func add(
        _ database: Writer, _ new: NewPhoneApp, token: String, of account: ID<Account>, _ now: Timestamp
    ) throws -> ID<Device> {
        guard try PhoneAppQueries.devices(database, of: account).count < Devices.mostApps else {
            throw ValidationErrors(
                "name", "You have \(Devices.mostApps) phone apps, and that’s as many as fit. End one first.")
        }
        let device = try PositionQueries.insertDevice(database, of: account, session: nil, name: new.name, now)
        try PhoneAppQueries.insert(
            database, device.id, new.source, tokenHash: TokenHash.of(token), of: account, now)
        let app = AppSetup(new.source).name
        try accounts.tellOfChange(
            database, account, "A phone app can now send your position: \(new.name) (\(app)).", now)
        return device.id
    }

    /// 256 bits.
    func newToken() -> String { Base64URL.encode(site.environment.randomBytes(32)) }

    /// `GET /settings/devices/{id}`
    func showDevice(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.page(try page(context, viewer, ValidationErrors()))
    }

    private func page(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> DevicePage {
        let midnight = context.now - Double(LocalTime(context.now, viewer.timeZone).secondOfDay)
        let seen = try site.database.read { database -> SeenPhoneApp in
            let app = try own(database, context, viewer)
            return SeenPhoneApp(
                app: app, newest: try PositionQueries.newest(database, of: app.device),
                countToday: try PositionQueries.count(database, of: app.device, since: midnight),
                refused: try PhoneAppQueries.refused(database, of: app.device, context.now))
        }
        let token = ShownToken.take(of: seen.app.device, context)
        return try DevicePage(
            context.frame(seen.app.name, .settings), seen, token: token, name: context.form["name"], errors, viewer,
            site: site.settings.baseURL, basemaps, context.now)
    }

    /// The viewer's own phone app that the path names.
    private func own(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> PhoneApp {
        guard let id = context.parameters["id"].flatMap({ ID<Device>($0) }),
            let app = try PhoneAppQueries.app(database, id, of: viewer.id)
        else { throw Failure.notFound }
        return app
    }

    /// `POST /settings/devices/{id}/renew`: the old token ends at once.
    func renew(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let token = newToken()
        let id = try site.database.write { database in
            let app = try own(database, context, viewer)
            try PhoneAppQueries.setToken(database, app.device, hash: TokenHash.of(token))
            return app.device
        }
        ShownToken.set(token, of: id, context)
        return context.redirect(to: DevicePaths.device(id), saying: "The old token has ended. Set the app up again.")
    }

    /// `POST /settings/devices/{id}/pause` (on)
    func pause(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (id, isPaused) = try site.database.write { database in
            let app = try own(database, context, viewer)
            let isPaused = try context.form.flag("on", on: "1", off: "0")
            try PhoneAppQueries.setPaused(database, app.device, isPaused)
            return (app.device, isPaused)
        }
        return context.redirect(
            to: DevicePaths.device(id),
            saying: isPaused ? "Paused: what the app sends is thrown away." : "The app’s positions count again.")
    }

    /// `POST /settings/devices/{id}/rename` (name)
    func rename(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var errors = ValidationErrors()
        let name = NewPhoneApp.name(context.form["name"], into: &errors)
        guard errors.isEmpty else {
            return context.page(try page(context, viewer, errors), status: .unprocessableContent)
        }
        let id = try site.database.write { database in
            let app = try own(database, context, viewer)
            try PositionQueries.rename(database, app.device, name)
            return app.device
        }
        return context.redirect(to: DevicePaths.device(id), saying: "Saved.")
    }

    /// `POST /settings/devices/{id}/delete`: the token ends, and the positions go.
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let device = try site.database.read { try own($0, context, viewer).device }
        try positions.erase(of: viewer.id, from: device)
        let (app, followed) = try site.database.write { database in
            let app = try own(database, context, viewer)
            try PositionQueries.delete(database, app.device)
            return (app, try positions.tellForgotten(database, viewer, context.now))
        }
        let words = WordList.sentences("“\(app.name)” can’t send any more, and its positions are deleted.", followed)
        return context.redirect(to: PositionPaths.devices, saying: words)
    }

    /// `POST /settings/devices/delete`: all of a person's phone apps at once.
    func deleteAll(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        for device in try site.database.read({ try PhoneAppQueries.devices($0, of: viewer.id) }) {
            try positions.erase(of: viewer.id, from: device)
        }
        let followed = try site.database.write { database in
            for device in try PhoneAppQueries.devices(database, of: viewer.id) {
                try PositionQueries.delete(database, device)
            }
            return try positions.tellForgotten(database, viewer, context.now)
        }
        let words = WordList.sentences("No phone app can send your position any more.", followed)
        return context.redirect(to: PositionPaths.devices, saying: words)
    }
}
