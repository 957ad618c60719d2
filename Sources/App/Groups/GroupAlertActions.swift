import Database
import HTML
import HTTP
import Proximity

/// What members do about alerts that run.
extension Groups {
    var alertRoutes: [Route] {
        [.post("/groups/{id}/seen", seeAlerts).forGuests, .post("/groups/{id}/answer", answerHelp).forGuests]
    }

    /// Most alerts of one form that are read.
    private static let mostSeen = 100

    /// `POST /groups/{id}/seen` (alert, repeatable): those that were shown, so that a tap on one never dismisses another.
    func seeAlerts(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let ids = context.form.all("alert").prefix(Groups.mostSeen).compactMap { ID<GroupAlert>($0) }
        let group = try site.database.write { database in
            let view = try running(database, context, viewer)
            let alerts = try GroupAlertQueries.alerts(database, ids).filter {
                $0.group == view.group.id && view.mayKnow($0) && GroupNotices.running.contains($0.kind)
            }
            let known = try GroupAlertQueries.readings(database, of: alerts.map { $0.id })
                .filter { $0.member == view.own.id && $0.seenAt != nil }
            for alert in alerts where !known.contains(where: { $0.alert == alert.id }) {
                try GroupAlertQueries.setSeen(database, alert.id, by: view.own.id, context.now)
                // Who asked for help sees who has seen it.
                if let about = view.active.first(where: { $0.id == alert.member }) {
                    try events.append(
                        database, eventName, subject: view.group.id.rawValue, to: about.person.id, context.now)
                }
                let role = GroupNotices.Role(view.own, alert.kind, alert.member, alert.other)
                guard let notice = GroupNotices.notice(alert.kind, for: role) else { continue }
                try notices.markRead(database, notice, subject: alert.id.rawValue, of: viewer.id, context.now)
            }
            if !alerts.isEmpty { try renew(database, view.group.id, by: viewer.id) }
            return view.group
        }
        return context.redirect(to: context.ownReferer ?? GroupPaths.group(group.id))
    }

    /// `POST /groups/{id}/answer` (member, text, then): to who asks for help. Everybody reads it, above their pages and in the
    /// group's chat: that somebody is on the way matters to all. With `then=map` it leads to them on the map.
    func answerHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let text = MultilineText.normalized(context.form["text"]).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        guard !text.isEmpty, text.unicodeScalars.count <= RunningAlert.longestAnswer, DisplayName.canBeShown(text)
        else {
            throw Failure.conflict("Answer with up to \(RunningAlert.longestAnswer) characters.")
        }
        let form = FormFields(values: [("text", text), ("key", newKey(context))])
        let message = try MessageForm.message(form, photo: nil, newKey: newKey(context))
        try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
        let (group, caller) = try site.database.write { database in
            let view = try running(database, context, viewer)
            guard let member = view.member(context.form["member"]), member.id != view.own.id else {
                throw Failure.notFound
            }
            guard
                let help = try RunningAlert.all(database, in: view, context.now)
                    .first(where: { $0.kind == .help && $0.member.id == member.id })
            else { throw Failure.conflict("\(member.person.name) doesn’t ask for help any more.") }
            // A form that was sent before says nothing new.
            let isRepeat = help.readings.contains { $0.member == view.own.id && $0.answer == text }
            guard !isRepeat else { return (view.group.id, member.id) }
            try GroupAlertQueries.setAnswer(database, text, to: help.alert.id, by: view.own.id)
            try send(database, message, context, viewer)
            return (view.group.id, member.id)
        }
        let page = context.ownReferer ?? GroupPaths.group(group)
        return context.redirect(
            to: context.form["then"] == "map" ? GroupPaths.member(group, caller) : page,
            saying: "Everybody reads: \(text)")
    }
}

/// What stands above every page of a member: alerts that run, and the group itself.
extension Groups: BannerSource {
    var isBannerForGuests: Bool { true }

    func banners(for viewer: Viewer, at path: String, _ csrf: TokenField, _ now: Timestamp) -> PageBanners {
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        var banners = PageBanners()
        for (view, running) in running(for: viewer, now) {
            // Who calls for help reads on until it is over.
            let shown = running.filter { alert in
                !alert.isSeen(by: view.own.id) || alert.kind == .help && alert.member.id == view.own.id
            }
            banners.alerts +=
                shown.map { alert in
                    Markup(
                        RunningAlertPart(
                            alert, view, chat: chat(with: alert.member, view, viewer),
                            script: site.assets.pageScripts["alert"] ?? "", csrf, viewer.units, words))
                }
            // Its own page says it.
            let page = GroupPaths.group(view.group.id)
            if path != page, !path.hasPrefix("\(page)/members/") {
                banners.banners.append(Markup(RunningGroupPart(view, running, words)))
            }
        }
        return banners
    }
}
