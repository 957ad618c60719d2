import HTTP

/// A relic's page, and what its visitor does there.
extension Relics {
    var pageRoutes: [Route] { [] }
}
