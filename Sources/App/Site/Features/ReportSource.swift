/// A feature with something that can be reported.
protocol ReportSource: Feature {
    var reportSubjects: [ReportSubject] { get }
}

/// Something that can be reported.
struct ReportSubject: Sendable {
    /// As forms and rows have it: "note".
    let name: String
    /// As people and administrators read it: "A note".
    let words: String
}
