import HTML

/// What is wrong with a form, above the page: `FieldErrorPart` tells it what stands below the fields, so that no page
/// can forget one.
struct FormProblemsPart {
    let problems: [Mention]

    var heading: String {
        problems.count == 1 ? "One thing needs another look:" : "\(problems.count) things need another look:"
    }
}

/// Where the problems of a page's forms go. They are known only after its content.
struct FormProblemsPlace: Content {
    func render(into out: inout HTMLBuffer) { out.keepPlaceForSummary() }
}

/// Stands after the content, and writes what it mentioned to the place above it.
struct FormProblemsEnd: Content {
    func render(into out: inout HTMLBuffer) {
        if !out.mentions.isEmpty { out.summarize(FormProblemsPart(problems: out.mentions)) }
    }
}

/// Tells the page of one wrong field.
struct FieldMention: Content {
    let fieldError: FieldErrorPart

    func render(into out: inout HTMLBuffer) {
        out.mention(Mention(id: "\(fieldError.field)-error", words: fieldError.message))
    }
}
