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
        let place = site.settings.place
        return SetupServicesPage(
            frame: context.frame("Map and mail"),
            hasMap: place.map { basemaps.covers($0) } ?? !basemaps.files.isEmpty, isLoading: loader.isLoading,
            place: place.map { CoordinateFormatter.pair($0) } ?? "", isOutbox: site.mail.isOutbox,
            address: try address(of: viewer)?.text ?? "", steps: SetupStepsPart(current: 3, site))
    }

    private func address(of viewer: Viewer) throws -> EmailAddress? {
        try site.database.read { try AddressQueries.recipient($0, viewer.id)?.email }
    }

    /// `POST /admin/setup/mail`: sends a mail to the administrator, and says what became of it.
    func sendTestMail(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.testMail, "\(viewer.id)")], context.now)
        guard let address = try address(of: viewer) else {
            return context.redirect(to: SetupPaths.services, saying: "Add your email address in your settings first.")
        }
        return context.redirect(to: SetupPaths.services, saying: try sendTest(to: address, context.now))
    }

    /// - Returns: what became of it, in words.
    private func sendTest(to address: EmailAddress, _ now: Timestamp) throws -> String {
        let name = site.settings.name
        let message = try MailMessage(
            from: site.mail.sender, fromName: name, to: address, subject: "A test from \(name)",
            body: "Mail from \(name) reaches you. There’s nothing to do.\n", id: "test-\(now.milliseconds)",
            date: now.milliseconds)
        do {
            guard try testingMail({ try site.mail.transport.send(message) }) != nil else {
                return "Another test is under way. Try again in half a minute."
            }
        } catch {
            site.log.warning("a test mail was not sent", metadata: ["error": "\(error)"])
            return FailingWork.words(for: error) + " The log says more."
        }
        return site.mail.isOutbox
            ? "The mail to \(address.text) is in the folder outbox: there’s no mail server."
            : "The mail server has taken the mail to \(address.text). See whether it arrives."
    }
}
