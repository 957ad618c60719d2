import HTTP

/// What people choose of a layer of the home map: a chip that shows or hides it, and while it is shown a chip for each
/// choice. A choice that is made narrows what is shown; without any, all of the layer is.
///
/// The address alone remembers them: `?relics=photo.friends`, `?relics=off`.
struct MapFilter: Sendable {
    /// The parameter in the address: lowercase letters.
    let name: String
    /// "Relics"
    let words: String
    let choices: [Choice]
    /// The order of the chips.
    var rank = 50

    struct Choice: Sendable {
        /// Lowercase letters.
        let name: String
        /// "Photos"
        let words: String
    }

    static let off = "off"
}

/// What somebody has chosen of the layers of a map.
struct MapChoices: Sendable {
    private let filters: [MapFilter]
    /// The choices by the name of the filter; nil for a hidden layer.
    private var chosen: [String: Set<String>?]

    /// Reads the parameters of an address. Names that no filter has are ignored: links outlive them.
    init(_ query: FormFields, _ filters: [MapFilter]) {
        self.filters = filters
        chosen = Dictionary(
            filters.map { filter in
                let text = query[filter.name] ?? ""
                let known = Set(filter.choices.map { $0.name })
                let names = Set(text.split(separator: ".").map { String($0) }).intersection(known)
                return (filter.name, text == MapFilter.off ? nil : names)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// What is chosen of a layer; nil if it is hidden.
    func of(_ filter: MapFilter?) -> Set<String>? {
        guard let filter else { return [] }
        return chosen[filter.name] ?? []
    }

    /// The choices as the beginning of a query: "relics=photo.friends&", "" for none.
    var query: String {
        filters.map { filter in
            guard let names = of(filter) else { return "\(filter.name)=\(MapFilter.off)&" }
            let ordered = filter.choices.map { $0.name }.filter { names.contains($0) }
            return ordered.isEmpty ? "" : "\(filter.name)=\(ordered.joined(separator: "."))&"
        }.joined()
    }

    /// A chip for each layer and, while it is shown, for each of its choices. `address` makes the link of a query.
    func chips(_ address: (String) -> String) -> [MapPart.Chip] {
        filters.flatMap { filter -> [MapPart.Chip] in
            let names = of(filter)
            let whole = MapPart.Chip(
                words: filter.words, address: address(setting(filter, names == nil ? [] : nil).query),
                isOn: names != nil, isChoice: false)
            guard let names else { return [whole] }
            return [whole]
                + filter.choices.map { choice in
                    MapPart.Chip(
                        words: choice.words,
                        address: address(setting(filter, names.symmetricDifference([choice.name])).query),
                        isOn: names.contains(choice.name), isChoice: true)
                }
        }
    }

    private func setting(_ filter: MapFilter, _ names: Set<String>?) -> MapChoices {
        var other = self
        other.chosen.updateValue(names, forKey: filter.name)
        return other
    }
}
