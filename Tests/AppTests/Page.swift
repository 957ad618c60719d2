import Foundation
import HTTP

/// A response as a visitor reads it.
struct Page {
    let path: String
    let status: Int
    let headers: Headers
    let text: String

    /// A form with the values that it would send unchanged.
    struct Form {
        let action: String
        let method: String
        /// Everything between its tags.
        let text: String

        /// Read when asked for: most visitors want one form of many.
        var fields: [(name: String, value: String)] { Page.fields(text) }

        /// The names of all its inputs, buttons and lists; an image sends the pixel that was clicked.
        var names: [String] {
            text.matches(of: #/<(?:input|textarea|select|button) ([^>]*)>/#).flatMap { match -> [String] in
                let tag = String(match.1)
                guard let name = Page.attribute("name", tag) else { return [] }
                return Page.attribute("type", tag) == "image" ? ["\(name).x", "\(name).y"] : [name]
            }
        }
        /// The `formaction` values of its buttons.
        var otherActions: [String] {
            text.matches(of: #/ formaction="([^"]*)"/#).map { Page.unescaped(String($0.1)) }
        }
    }

    /// The text without tags.
    var plain: String {
        let body = text.replacing(#/<(script|title)[^>]*>.*?</\1>/#.dotMatchesNewlines(), with: "")
        // A time is inline: a comma may follow it directly.
        let sentences = body.replacing(#/</?time[^>]*>/#, with: "")
        return Page.unescaped(sentences.replacing(#/<[^>]*>/#, with: " ")).replacing(#/\s+/#, with: " ")
    }

    /// The text without parts that differ in every response and in every copy of a site's folder.
    var still: String {
        text.replacing(#/name="csrf" value="[^"]*"/#, with: "").replacing(#/v=[0-9a-f]{10}/#, with: "")
    }

    /// The targets of its links.
    var links: [String] {
        text.matches(of: #/<a [^>]*?href="([^"]*)"/#).map { Page.unescaped(String($0.1)) }
    }

    /// The URLs of everything that a browser loads with it.
    var resources: [String] {
        text.matches(of: #/<(?:link|script|img|input|use)[^>]*? (?:href|src)="([^"]*)"/#)
            .map { Page.unescaped(String($0.1)) }
    }

    /// Its forms.
    var forms: [Form] {
        text.matches(of: #/<form ([^>]*)>(.*?)</form>/#.dotMatchesNewlines()).map { match in
            let tag = String(match.1)
            return Form(
                action: Page.attribute("action", tag) ?? path, method: Page.attribute("method", tag) ?? "get",
                text: String(match.2))
        }
    }

    /// The token of its first form. Not taken from `forms`: every answer is asked for it.
    var token: String? {
        guard let start = text.range(of: "name=\"csrf\" value=\"", options: .literal) else { return nil }
        return Page.unescaped(String(text[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func fields(_ form: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for match in form.matches(of: #/<input ([^>]*)>/#) {
            let tag = String(match.1)
            let type = attribute("type", tag) ?? "text"
            guard let name = attribute("name", tag), type != "image", type != "submit" else { continue }
            let isChoice = type == "checkbox" || type == "radio"
            if isChoice && !tag.contains(" checked") { continue }
            fields.append((name, attribute("value", tag) ?? (isChoice ? "on" : "")))
        }
        for match in form.matches(of: #/<textarea ([^>]*)>(.*?)</textarea>/#.dotMatchesNewlines()) {
            guard let name = attribute("name", String(match.1)) else { continue }
            fields.append((name, unescaped(String(match.2))))
        }
        for match in form.matches(of: #/<select ([^>]*)>(.*?)</select>/#.dotMatchesNewlines()) {
            guard let name = attribute("name", String(match.1)) else { continue }
            let options = String(match.2).matches(of: #/<option([^>]*)>([^<]*)</option>/#)
            guard let chosen = options.first(where: { $0.1.contains("selected") }) ?? options.first else { continue }
            fields.append((name, attribute("value", String(chosen.1)) ?? unescaped(String(chosen.2))))
        }
        return fields
    }

    private static func attribute(_ name: String, _ tag: String) -> String? {
        guard let start = (" " + tag).range(of: " \(name)=\"") else { return nil }
        return unescaped(String((" " + tag)[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
