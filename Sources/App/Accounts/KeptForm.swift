import HTTP

/// A form sent after its session had ended, carried through the login page.
struct KeptForm {
    /// The preview route that resumes the form.
    let path: String
    let fields: [(name: String, value: String)]

    init(path: String, fields: FormFields) {
        self.path = path
        self.fields = fields.values.filter { $0.name != "csrf" && !$0.name.contains("password") }
    }

    /// Parses `text`; nil if it is malformed or its path is not one of `previews`.
    init?(_ text: String, previews: [String]) {
        guard let form = try? FormFields.urlEncoded(Array(text.utf8)), let path = form["kept_path"],
            previews.contains(path)
        else { return nil }
        self.path = path
        fields = form.values.filter { $0.name != "kept_path" }
    }

    /// The value of a hidden field, urlencoded.
    var text: String {
        ([("kept_path", path)] + fields).map { "\(PathText.component($0.0))=\(PathText.component($0.1))" }
            .joined(separator: "&")
    }
}
