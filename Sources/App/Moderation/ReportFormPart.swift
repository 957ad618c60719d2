import HTTP

/// The fields of a report form with the typed values and their errors.
struct ReportFormPart {
    let subject: SelectPart
    let reason: TextAreaPart

    init(_ subjects: [ReportSubject], form: FormFields = FormFields(), errors: ValidationErrors = .init()) {
        let chosen = form["about"] ?? subjects.first?.name ?? ""
        subject = SelectPart(
            "about", label: "What it’s about", choices: subjects.map { ($0.name, $0.words) }, chosen: chosen,
            errors: errors)
        reason = TextAreaPart(
            "reason", label: "What happened", value: form["reason"] ?? "", isRequired: true,
            max: NewReport.maxReasonLength,
            errors: errors)
    }

    /// Whether the form was sent and refused.
    var isWrong: Bool { subject.isWrong || reason.isWrong }
}
