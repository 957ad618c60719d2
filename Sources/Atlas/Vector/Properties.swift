/// The tags of one feature.
struct Properties {
    let layer: VectorTile.Layer
    let tags: [(key: Int, value: Int)]
    /// What it is, where its own tags are in the words of another schema.
    let mapped: SchemaReader.Mapped?

    /// The text of a tag; "" when it has none.
    subscript(_ name: String) -> String {
        if let mapped {
            if name == "class" { return mapped.name }
            if name == "subclass" { return mapped.subclass }
        }
        return if case .text(let text) = value(name) { text } else { "" }
    }

    /// The number of a tag.
    func number(_ name: String) -> Double? {
        if case .number(let number) = value(name) { number } else { nil }
    }

    /// Whether a tag is true, as each schema writes it.
    func isTrue(_ name: String) -> Bool {
        switch value(name) {
        case .flag(let isTrue): isTrue
        case .number(let number): number > 0
        case .text(let text): text == "yes" || text == "true"
        case nil: false
        }
    }

    /// Whether it runs under the ground.
    var isTunnel: Bool {
        guard mapped != nil else { return self["brunnel"] == "tunnel" }
        return layer.schema.tunnelKeys.contains { key in
            key == "layer" ? (number(key) ?? 0) < 0 : isTrue(key)
        }
    }

    /// The name to write, in one language: that of the pages for countries and towns, if the map has it, and otherwise
    /// the local one, as on the signs.
    var name: String {
        if layer.name == "place", let name = first(["name:en", "name_en"]) { return name }
        guard let name = first(["name", "name:latin"]) else { return "" }
        let latin = self["name:latin"]
        // "中環 Central": the half that more people can read.
        if !latin.isEmpty, latin != name, name.contains(latin) { return latin }
        return layer.name == "poi" ? name : Properties.firstLanguage(name)
    }

    /// "Bruxelles - Brussel", "Bozen / Bolzano": maps of places with two languages write both.
    private static func firstLanguage(_ name: String) -> String {
        guard name.contains(" - ") || name.contains(" / ") else { return name }
        let first = name.replacing(" / ", with: " - ").split(separator: " - ").first ?? ""
        return first.isEmpty ? name : String(first)
    }

    private func first(_ names: [String]) -> String? {
        names.lazy.map { self[$0] }.first { !$0.isEmpty }
    }

    private func value(_ name: String) -> VectorTile.Value? {
        let name = mapped == nil ? name : layer.schema.aliases[name] ?? name
        return tags.first { layer.keys[$0.key] == name }.map { layer.values[$0.value] }
    }
}
