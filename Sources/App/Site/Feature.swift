import Database

/// What App.swift needs of a feature: its lines of the route table and of the schema.
protocol Feature: Sendable {
    /// The feature's tables, as steps that are applied once each in the order of their ids.
    static var migrations: [Migration] { get }
    /// The feature's pages and forms.
    var routes: [Route] { get }
    /// The feature's work outside of requests.
    var jobKinds: [JobKind] { get }
    /// What the feature keeps of people, for their exports and for when they leave.
    var personalData: PersonalData { get }
    /// Ends what must not outlive a restore from a backup, such as sessions: the copy may have been in other hands.
    func restored(_ database: Writer) throws
}

extension Feature {
    /// Most features have none.
    var jobKinds: [JobKind] { [] }
    /// Features without tables of people keep nothing.
    var personalData: PersonalData { PersonalData() }
    /// Most features keep nothing that ends.
    func restored(_ database: Writer) throws {}
}
