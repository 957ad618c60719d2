import Atlas
import HTTP

/// `GET /atlas/{z}/{x}/{y}.svg`
extension Maps {
    /// A tile of the basemap: the same for everybody; its URL always means the same picture.
    func showTile(_ context: RequestContext) throws -> Response {
        guard let address = TileAddress(context) else { throw Failure.notFound }
        // Weak, because the same tile is sent compressed and uncompressed.
        let tag = "W/\"\(basemaps.version)-\(address.theme.rawValue)\""
        var headers = Headers([("Cache-Control", "public, max-age=31536000, immutable"), ("ETag", tag)])
        if context.request.head.headers["if-none-match"] == tag {
            return Response(status: .notModified, headers: headers)
        }
        let tile: CompressedBody?
        do { tile = try basemaps.knownTile(address) ?? drawn(address, for: context) } catch let failure as Failure {
            return refusal(failure)
        }
        headers.add("Content-Type", "image/svg+xml")
        guard let response = tile?.response(to: context.request.head, headers: headers) else { throw Failure.notFound }
        return response
    }

    private func drawn(_ address: TileAddress, for context: RequestContext) throws -> CompressedBody? {
        let member = site.recentSessions.account(context.request.head.cookie(site.cookies.session), context.now)
        return try drawing.pass(for: member, from: context.networkName, context.now) { try basemaps.tile(address) }
    }

    /// The plain error page: nobody reads it in place of an image, and a flood of them must cost almost nothing.
    private func refusal(_ failure: Failure) -> Response {
        var response = PlainErrorPage.response(failure.status)
        response.headers.set("Cache-Control", "no-store")
        if let seconds = failure.retryAfter { response.headers.set("Retry-After", "\(seconds)") }
        return response
    }
}

extension TileAddress {
    /// Parses the tile of a request; nil if there is no such tile.
    fileprivate init?(_ context: RequestContext) {
        let name = context.parameters["y"] ?? ""
        guard name.hasSuffix(".svg"), let zoom = TileAddress.zoom(context.parameters["z"]),
            let x = TileAddress.index(context.parameters["x"]), let y = TileAddress.index(name.dropLast(4)),
            let theme = Theme(rawValue: context.query["theme"] ?? "light")
        else { return nil }
        self.init(zoom: zoom, x: x, y: y, theme: theme)
    }
}
