import Database
import Foundation
import HTTP
import Mail
import Proximity

/// The third step: what the site works with.
extension Setup {
    /// `GET /admin/setup/services`
    func showServices(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let page = try servicesPage(context, viewer)
        return context.page(page)
    }

    private func servicesPage(_ context: RequestContext, _ viewer: Viewer) throws -> SetupServicesPage {
        let address = try site.database.read { try AddressQueries.recipient($0, viewer.id)?.email.text }
        return SetupServicesPage(
            frame: context.frame("Map and mail"), hasMap: !basemaps.files.isEmpty,
            place: site.settings.place.map { CoordinateFormatter.pair($0) } ?? "", isOutbox: site.mail.isOutbox,
            address: address ?? "", steps: SetupStepsPart(current: 3, site))
    }

    /// `POST /admin/setup/mail`: sends a mail to the administrator, and says what became of it.
    func sendTestMail(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.testMail, "\(viewer.id)")], context.now)
        guard let address = try site.database.read({ try AddressQueries.recipient($0, viewer.id)?.email }) else {
            return context.redirect(to: SetupPaths.services, saying: "Add your email address in your settings first.")
        }
        let name = site.settings.name
        do {
            let message = try MailMessage(
                from: site.mail.sender, fromName: name, to: address, subject: "A test from \(name)",
                body: "Mail from \(name) reaches you. There’s nothing to do.\n",
                id: "test-\(Base64URL.encode(site.environment.randomBytes(12)).filter { $0 != "_" })",
                date: context.now.milliseconds)
            try site.mail.transport.send(message)
            return context.redirect(
                to: SetupPaths.services,
                saying: site.mail.isOutbox
                    ? "The mail to \(address.text) is in the folder outbox: there’s no mail server."
                    : "The mail server has taken the mail to \(address.text). See whether it arrives.")
        } catch {
            return context.redirect(to: SetupPaths.services, saying: FailingWork.words(for: error))
        }
    }
}
