import Foundation
import HTTP
import TestTools

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
            Markup(text).tags("input", "textarea", "select", "button").flatMap { tag -> [String] in
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
    var plain: String { PlainText.of(text) }

    /// The text without parts that differ in every response and in every copy of a site's folder.
    var still: String {
        text.replacing(#/name="csrf" value="[^"]*"/#, with: "").replacing(#/v=[0-9a-f]{10}/#, with: "")
    }

    /// The targets of its links.
    var links: [String] {
        Markup(text).values(after: ["href=\""], in: ["a"]).map { Page.unescaped($0) }
    }

    /// The URLs of everything that a browser loads with it.
    var resources: [String] {
        Markup(text).values(after: [" href=\"", " src=\""], in: ["link", "script", "img", "input", "use"])
            .map { Page.unescaped($0) }
    }

    /// Its forms.
    var forms: [Form] {
        Markup(text).elements("form").map { tag, text in
            Form(
                action: Page.attribute("action", tag) ?? path, method: Page.attribute("method", tag) ?? "get",
                text: text)
        }
    }

    /// The token of its first form. Not taken from `forms`: every answer is asked for it.
    var token: String? {
        guard let start = text.range(of: "name=\"csrf\" value=\"", options: .literal) else { return nil }
        return Page.unescaped(String(text[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func fields(_ form: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        let markup = Markup(form)
        for tag in markup.tags("input") {
            let type = attribute("type", tag) ?? "text"
            guard let name = attribute("name", tag), type != "image", type != "submit" else { continue }
            let isChoice = type == "checkbox" || type == "radio"
            if isChoice && !tag.contains(" checked") { continue }
            fields.append((name, attribute("value", tag) ?? (isChoice ? "on" : "")))
        }
        for (tag, text) in markup.elements("textarea") {
            guard let name = attribute("name", tag) else { continue }
            fields.append((name, unescaped(text)))
        }
        for (tag, text) in markup.elements("select") {
            guard let name = attribute("name", tag) else { continue }
            let options = text.matches(of: #/<option([^>]*)>([^<]*)</option>/#)
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
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
