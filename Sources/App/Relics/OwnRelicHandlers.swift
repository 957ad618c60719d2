import HTTP

/// What a person left and found.
extension Relics {
    var ownRoutes: [Route] { [] }
}
