/// A feature with something to report.
protocol ReportSource: Feature {
    var reportSubjects: [ReportSubject] { get }
}

/// Something that can be reported.
struct ReportSubject: Sendable {
    /// The value in forms and rows: "note".
    let name: String
    /// The label: "A note".
    let words: String
}
