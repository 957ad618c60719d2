import Foundation

/// Where people reach the site.
enum BaseURL {
    /// The address of the option, or else of CAIRN_BASE_URL; without a slash at its end. Nil if none is configured.
    ///
    /// - Throws: `CommandFailure` for what is no address of a site.
    static func named(_ option: String?) throws -> String? {
        guard let text = option ?? Setting.text("CAIRN_BASE_URL") else { return nil }
        let url = URL(string: text)
        guard let url, url.scheme == "http" || url.scheme == "https", url.host()?.isEmpty == false,
            url.path().isEmpty || url.path() == "/", url.query() == nil
        else {
            let message = "is “\(text)”: give an address like https://cairn.example.org"
            throw option != nil
                ? CommandFailure.usage("--base-url \(message)")
                : CommandFailure.configuration("CAIRN_BASE_URL \(message)")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
