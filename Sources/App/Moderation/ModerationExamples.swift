import HTTP

/// Examples of the report form.
enum ModerationExamples {
    static let all: [GalleryExample] = [
        .part("empty") { _ in ReportFormPart(subjects) },
        .part("wrong") { _ in
            ReportFormPart(
                subjects, FormFields(values: [("reason", "")]), ValidationErrors("reason", "Say what happened."))
        },
    ]

    private static let subjects = [
        ReportSubject(name: "person", words: "Who they are or how they act"),
        ReportSubject(name: "note", words: "A note"),
    ]
}
