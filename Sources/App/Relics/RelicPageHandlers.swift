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
    func gateway(_ id: ID<Relic>, in context: RequestContext, for viewer: Viewer) throws -> Gateway {
        let found = try site.database.read { database -> Gateway? in
            guard let relic = try RelicQueries.known(database, id, to: viewer.id, at: context.now) else { return nil }
            return Gateway(relic: relic, nearness: try nearness(database, of: relic, for: viewer, context.now))
        }
        guard let found else { throw Failure.notFound }
        return found
    }

    /// A relic's page. Who stands before one without a password opens it by this.
    func showRelic(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let gateway = try gateway(id, in: context, for: viewer)
        if context.isLookedAt {
            if !gateway.isOpen, !gateway.relic.isLocked, case .near(let fix) = gateway.nearness {
                try site.writeIfPossible { try open($0, id, by: fix, viewer: viewer, at: context.now) }
            }
            try markRead(id, for: viewer, at: context.now)
        }
        return try openPage(id, in: context, for: viewer) ?? gatePage(gateway, in: context, for: viewer)
    }

    /// Keeps that the viewer has opened a relic, if they may still know of it.
    func open(
        _ database: Writer, _ id: ID<Relic>, by fix: Fix, viewer: Viewer, at now: Timestamp
    ) throws {
        guard try RelicQueries.known(database, id, to: viewer.id, at: now) != nil else { return }
        try RelicQueries.setOpened(
            database, id, by: viewer.id, isTyped: fix.isTyped, givesReceipt: viewer.receipts, at: now)
    }

    /// The page before a relic is open.
    func gatePage(
        _ gateway: Gateway, in context: RequestContext, for viewer: Viewer, status: Status = .ok,
        errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let relic = gateway.relic
        let page = RelicGatePage(
            frame: context.frame(RelicWords.title(relic), .map), relic,
            way: RelicWay(gateway.nearness, relic: relic, units: viewer.units),
            walk: WalkPart(to: relic.coordinate, opensWithin: relic.radius, viewer.units, site), for: viewer,
            basemaps: basemaps,
            allowsTyped: site.settings.allowsTyped,
            ways: RelicWaysPart(relic, site.features), errors: errors)
        return context.page(page, status: status)
    }

    /// The page of a relic that is the viewer's own or that they have opened; otherwise nil.
    func openPage(
        _ id: ID<Relic>, in context: RequestContext, for viewer: Viewer, status: Status = .ok,
        errors: ValidationErrors = ValidationErrors()
    ) throws -> Response? {
        guard let material = try material(id, in: context, for: viewer) else { return nil }
        let relic = material.relic.known
        let page = RelicPage(
            frame: context.frame(RelicWords.title(relic), .map), material, for: viewer,
            times: RelativeTimeFormatter(viewer.timeZone, now: context.now), basemaps: basemaps,
            ways: RelicWaysPart(relic, site.features),
            key: site.formKey(of: context.form),
            form: context.form, errors: errors)
        return context.page(page, status: status)
    }

    private func material(_ id: ID<Relic>, in context: RequestContext, for viewer: Viewer) throws -> RelicMaterial? {
        try site.database.read { database in
            guard let relic = try RelicQueries.open(database, id, to: viewer.id, at: context.now) else { return nil }
            let size: MediaSize = relic.known.kind == .photo ? .medium : .original
            let (visits, next) = try RelicQueries.visits(
                database, of: id, to: viewer.id, after: context.query["after"].flatMap { ID<RelicVisit>($0) })
            return RelicMaterial(
                relic: relic, extent: try Uploads.extent(database, relic.media.text, size: size), visits: visits,
                next: next,
                openings: relic.known.isOwn
                    ? try RelicQueries.toldOpenings(database, of: id, to: viewer.id, context.now) : 0)
        }
    }
}
