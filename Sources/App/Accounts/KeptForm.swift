import HTTP

/// A form that met an ended session, on its way through the login page.
struct KeptForm {
    /// The preview that takes the form up again.
    let path: String
    let fields: [(name: String, value: String)]

    init(path: String, fields: FormFields) {
        self.path = path
        self.fields = fields.values.filter { $0.name != "csrf" && !$0.name.contains("password") }
    }

    /// Reads what `text` wrote; nil when it is none or leads elsewhere than to one of `previews`.
    init?(_ text: String, previews: [String]) {
        guard let form = try? FormFields.urlEncoded(Array(text.utf8)), let path = form["kept_path"],
            previews.contains(path)
        else { return nil }
        self.path = path
        fields = form.values.filter { $0.name != "kept_path" }
    }

    /// As one hidden field, urlencoded.
    var text: String {
        ([("kept_path", path)] + fields).map { "\(PathText.component($0.0))=\(PathText.component($0.1))" }
            .joined(separator: "&")
    }
}
