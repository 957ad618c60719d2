import HTTP

/// The form that leaves a relic.
extension Relics {
    var composeRoutes: [Route] { [] }
}
