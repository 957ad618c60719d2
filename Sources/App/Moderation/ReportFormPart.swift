import HTTP

/// The fields of a report form with the typed values and their errors.
struct ReportFormPart {
    let subject: SelectPart
    let reason: TextAreaPart

    init(_ subjects: [ReportSubject], _ form: FormFields = FormFields(), _ errors: ValidationErrors = .init()) {
        let chosen = form["about"] ?? subjects.first?.name ?? ""
        subject = SelectPart(
            "about", "What it's about", subjects.map { ($0.name, $0.words) }, chosen: chosen, errors)
        reason = TextAreaPart(
            "reason", "What happened", value: form["reason"] ?? "", isRequired: true, max: NewReport.longestReason,
            errors)
    }

    /// Whether the form was sent and refused.
    var isWrong: Bool { subject.isWrong || reason.isWrong }
}
