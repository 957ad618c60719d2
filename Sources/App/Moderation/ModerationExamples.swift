import HTTP

/// Examples of the report form.
enum ModerationExamples {
    static let all: [GalleryExample] = [
        .part("empty") { _ in ReportFormPart(subjects) },
        .part("wrong") { _ in
            ReportFormPart(
                subjects, form: FormFields(values: [("reason", "")]),
                errors: ValidationErrors("reason", "Say what happened."))
        },
    ]

    private static let subjects = [
        ReportSubject(name: "person", words: "This person or how they behave"),
        ReportSubject(name: "note", words: "A note"),
    ]
}
