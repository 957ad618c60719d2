import Database

/// What App.swift needs of a feature: its lines of the route table and of the schema.
protocol Feature: Sendable {
    /// The feature's tables, as steps that are applied once each in the order of their ids.
    static var migrations: [Migration] { get }
    /// The feature's pages and forms.
    var routes: [Route] { get }
    /// The feature's work outside of requests.
    var jobKinds: [JobKind] { get }
}

extension Feature {
    /// Most features have none.
    var jobKinds: [JobKind] { [] }
}
