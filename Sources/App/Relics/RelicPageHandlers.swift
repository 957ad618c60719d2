import Database
import HTTP
import Media
import Proximity

/// A relic's page, and what its visitor does there.
extension Relics {
    var pageRoutes: [Route] {
        [
            .get("/relics/{id}", showRelic), .post("/relics/{id}/unlock", unlock), .post("/relics/{id}/visit", visit),
            .post("/relics/{id}/visits/{visit}/delete", removeVisit), .post("/relics/{id}/report", report),
        ]
    }

    /// What somebody may know of a relic who has not opened it, and whether they stand before it.
    struct Gateway {
        let relic: KnownRelic
        let nearness: RelicNearness

        /// Whether the viewer may have all of it.
        var isOpen: Bool { relic.isOwn || relic.isOpened }
    }

    /// - Throws: `Failure.notFound` for a relic that the viewer may not know of.
    func gateway(_ id: ID<Relic>, _ context: RequestContext, _ viewer: Viewer) throws -> Gateway {
        let found = try site.database.read { database -> Gateway? in
            guard let relic = try RelicQueries.known(database, id, to: viewer.id, context.now) else { return nil }
            return Gateway(relic: relic, nearness: try nearness(database, of: relic, for: viewer, context.now))
        }
        guard let found else { throw Failure.notFound }
        return found
    }

    /// A relic's page. Who stands before one without a password opens it by this.
    func showRelic(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let gateway = try gateway(id, context, viewer)
        if context.isLookedAt {
            if !gateway.isOpen, !gateway.relic.isLocked, case .near(let fix) = gateway.nearness {
                try site.writeIfPossible { try open($0, id, by: fix, viewer, context.now) }
            }
            try markRead(id, viewer, context.now)
        }
        return try openPage(id, context, viewer) ?? gatePage(gateway, context, viewer)
    }

    /// Keeps that the viewer has opened a relic, if they may still know of it.
    func open(
        _ database: Writer, _ id: ID<Relic>, by fix: Fix, _ viewer: Viewer, _ now: Timestamp
    ) throws {
        guard try RelicQueries.known(database, id, to: viewer.id, now) != nil else { return }
        try RelicQueries.setOpened(
            database, id, by: viewer.id, isTyped: fix.isTyped, givesReceipt: viewer.receipts, now)
    }

    /// The page before a relic is open.
    func gatePage(
        _ gateway: Gateway, _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let relic = gateway.relic
        let page = RelicGatePage(
            frame: context.frame(RelicWords.title(relic), .map), relic, RelicWay(gateway.nearness, relic, viewer.units),
            viewer, basemaps, allowsTyped: site.settings.allowsTyped,
            ways: RelicWaysPart(relic, site.features), errors)
        return context.page(page, status: status)
    }

    /// The page of a relic that is the viewer's own or that they have opened; otherwise nil.
    func openPage(
        _ id: ID<Relic>, _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response? {
        guard let material = try material(id, context, viewer) else { return nil }
        let relic = material.relic.known
        let page = RelicPage(
            frame: context.frame(RelicWords.title(relic), .map), material, viewer,
            RelativeTimeFormatter(viewer.timeZone, now: context.now), basemaps,
            ways: RelicWaysPart(relic, site.features),
            key: SubmissionKey.read(context.form) ?? Base64URL.encode(site.environment.randomBytes(15)),
            form: context.form, errors)
        return context.page(page, status: status)
    }

    private func material(_ id: ID<Relic>, _ context: RequestContext, _ viewer: Viewer) throws -> RelicMaterial? {
        try site.database.read { database in
            guard let relic = try RelicQueries.open(database, id, to: viewer.id, context.now) else { return nil }
            let size: MediaSize = relic.known.kind == .photo ? .medium : .original
            let (visits, next) = try RelicQueries.visits(
                database, of: id, to: viewer.id, after: context.query["after"].flatMap { ID<RelicVisit>($0) })
            return RelicMaterial(
                relic: relic, extent: try Uploads.extent(database, relic.media.text, size),
                isInconvertible: try !Uploads.inconvertible(database, [relic.media]).isEmpty, visits: visits,
                next: next,
                openings: relic.known.isOwn
                    ? try RelicQueries.toldOpenings(database, of: id, to: viewer.id, context.now) : 0)
        }
    }
}
