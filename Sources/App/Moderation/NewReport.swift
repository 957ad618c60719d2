import Database
import HTTP

/// A validated report form.
struct NewReport: Sendable {
    let reporter: ID<Account>
    let about: ID<Account>
    /// The name of a `ReportSubject`.
    let subject: String
    let reason: String
    /// The words that are reported, as they were then; nil for a person.
    let content: String?

    /// What the page says once a report is stored.
    static let thanks = "Thank you. The people who run this site will read it. Nobody else is told."
    /// Maximum length of the reason, in Unicode scalars.
    static let maxReasonLength = 1_000

    /// Parses the form of `POST /people/{username}/report`; without `about` it is about the person.
    ///
    /// - Throws: a problem for each invalid field.
    init(
        _ form: FormFields, by reporter: ID<Account>, about: ID<Account>, _ content: Moderation.Content? = nil,
        among subjects: [ReportSubject]
    ) throws(ValidationErrors) {
        var errors = ValidationErrors()
        self.reporter = reporter
        self.about = about
        reason = MultilineText.normalized(form["reason"])
        if reason.isEmpty { errors.add("reason", "Say what happened.") }
        errors.checkLength("reason", reason, max: NewReport.maxReasonLength)
        self.content = content?.words
        subject = content?.subject ?? form["about"] ?? subjects.first?.name ?? ""
        if !subjects.contains(where: { $0.name == subject }) { errors.add("about", "Choose one from the list.") }
        try errors.check()
    }
}
