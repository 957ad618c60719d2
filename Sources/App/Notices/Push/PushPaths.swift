import Database

/// The addresses of push subscriptions.
enum PushPaths {
    static let subscribe = "/settings/push"
    static func test(_ id: ID<PushSubscription>) -> String { "/settings/push/\(id)/test" }
    static func delete(_ id: ID<PushSubscription>) -> String { "/settings/push/\(id)/delete" }
}
