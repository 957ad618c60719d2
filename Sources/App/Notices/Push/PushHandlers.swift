import Database
import HTTP
import Proximity
import Safeguards

/// Turning notices on and off for a browser.
extension Notices {
    var pushRoutes: [Route] {
        [
            .post("/settings/push", subscribe).forGuests, .post("/settings/push/{id}/test", sendTest),
            .post("/settings/push/{id}/delete", unsubscribe).forGuests,
        ]
    }

    private static let forbidden = "This browser’s push service is in a private network. Ask the host of this site."

    /// Takes what a browser's push service gave it. Addresses are strangers' input, checked again at every delivery.
    private func subscribe(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let new = try NewPushSubscription(context.form, trusting: site.push.hosts)
            try site.throttles.attempt([(.pushSubscription, "\(viewer.id)")], context.now)
            if site.push.isForbidden(new.endpoint) { throw ValidationErrors("endpoint", Notices.forbidden) }
            try site.database.write {
                try PushSubscriptionQueries.save($0, new, of: viewer.id, in: viewer.session, at: context.now)
            }
            return context.redirect(to: NoticePaths.settings, saying: "This device gets notifications now.")
        } catch let errors as ValidationErrors {
            if context.wantsJSON {
                return try context.json(["error": errors.words], status: .unprocessableContent)
            }
            // The settings are no page of guests.
            if viewer.isGuest { throw Failure.conflict(errors.words) }
            let settings = try site.database.read { try NoticeSettingsQueries.settings($0, of: viewer.id) }
            return try settingsPage(context, viewer, form: NoticeSettingsForm(settings, allKinds), errors: errors)
        }
    }

    private func sendTest(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let id = context.parameters["id"].flatMap({ ID<PushSubscription>($0) }),
            try site.database.read({ try PushSubscriptionQueries.subscription($0, id, of: viewer.id, at: context.now) })
                != nil
        else { throw Failure.notFound }
        try site.throttles.attempt([(.pushTest, "\(viewer.id)")], context.now)
        let test = PushTest(subscription: id, account: viewer.id, askedAt: context.now)
        try site.database.write { try test.enqueue($0, at: context.now) }
        return context.redirect(to: NoticePaths.settings, saying: "A test is on its way.")
    }

    private func unsubscribe(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let id = context.parameters["id"].flatMap({ ID<PushSubscription>($0) }),
            try site.database.write({ try PushSubscriptionQueries.delete($0, id, of: viewer.id) })
        else { throw Failure.notFound }
        return context.redirect(to: NoticePaths.settings, saying: "Removed. That device gets no more notifications.")
    }
}
