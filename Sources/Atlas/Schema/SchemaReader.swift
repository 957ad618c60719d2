/// Reads a layer of a tile in another schema as layers of OpenMapTiles. Geometry and tags stay where they are: what is kept of
/// a feature besides is the class that its rule gives it.
struct SchemaReader {
    private let layer: VectorTile.Layer
    private let schema: TileSchema
    private let rules: [TileRule]
    /// Which of the layer's keys say what a feature is, for each such tag, and which say more. A key may stand there many
    /// times.
    private let kindKeys: [[Bool]]
    private let detailKeys: [Bool]
    /// The layers of OpenMapTiles, in the order of their names.
    private var parts: [VectorTile.Layer]
    private var known: [Key: [Fit]] = [:]
    /// The index of each class, by part.
    private var indices: [[Mapped: Int]]

    /// The class of some features.
    struct Mapped: Hashable {
        let name, subclass: String
    }

    /// What decides about rules, as indices of values in the layer; the same for many features.
    private struct Key: Hashable {
        let kind, detail: Int?
        let shape: VectorTile.Kind
    }

    /// A rule that fits a key.
    private struct Fit {
        let rule: TileRule
        let part: Int
        /// The index of its class; nil where every feature has its own.
        let mapped: Int?
    }

    /// - Returns: nil for a layer that the schema has no rules for.
    init?(_ layer: VectorTile.Layer, schema: TileSchema) {
        guard let rules = schema.rules[layer.name] else { return nil }
        (self.layer, self.schema, self.rules) = (layer, schema, rules)
        func keys(_ name: String) -> [Bool] { layer.keys.map { $0 == name } }
        kindKeys = schema.kindKeys(of: layer.name).map(keys)
        detailKeys = keys(schema.detailKey)
        parts = Set(rules.map { $0.layer }).sorted().map { name in
            var part = layer
            (part.name, part.features, part.schema) = (name, [], schema)
            return part
        }
        indices = parts.map { _ in [:] }
    }

    /// The layers, some of them empty.
    ///
    /// - Parameter properties: the tags of a feature.
    mutating func layers(_ properties: (VectorTile.Feature) -> Properties) -> [VectorTile.Layer] {
        for feature in layer.features {
            let properties = properties(feature)
            var taken = 0
            for fit in fits(properties, feature.kind) where taken & 1 << fit.part == 0 {
                guard properties.fulfils(fit.rule.condition) else { continue }
                taken |= 1 << fit.part
                var copy = feature
                copy.mapped = fit.mapped ?? add(fit.rule.mapped("", detail: "", properties: properties), fit.part)
                parts[fit.part].features.append(copy)
            }
        }
        return parts
    }

    /// Of several rules for one layer the first holds whose condition is fulfilled.
    private mutating func fits(_ properties: Properties, _ shape: VectorTile.Kind) -> [Fit] {
        func value(_ keys: [Bool]) -> Int? { properties.tags.first { keys[$0.key] }?.value }
        let kind = kindKeys.lazy.compactMap(value).first { layer.values[$0] != .text("") }
        let detail = value(detailKeys)
        let key = Key(kind: kind, detail: detail, shape: shape)
        if let fits = known[key] { return fits }
        func text(_ index: Int?) -> String {
            guard let index, case .text(let text) = layer.values[index] else { return "" }
            return text
        }
        var fits: [Fit] = []
        for rule in rules where rule.fits(text(kind), detail: text(detail), shape: shape) {
            guard let part = parts.firstIndex(where: { $0.name == rule.layer }) else { continue }
            let isOwn = rule.name == .population
            let mapped = isOwn ? nil : add(rule.mapped(text(kind), detail: text(detail), properties: properties), part)
            fits.append(Fit(rule: rule, part: part, mapped: mapped))
        }
        known[key] = fits
        return fits
    }

    private mutating func add(_ mapped: Mapped, _ part: Int) -> Int {
        if let known = indices[part][mapped] { return known }
        parts[part].mapped.append(mapped)
        indices[part][mapped] = parts[part].mapped.count - 1
        return parts[part].mapped.count - 1
    }
}

extension TileRule {
    fileprivate func mapped(_ kind: String, detail: String, properties: Properties) -> SchemaReader.Mapped {
        func text(_ naming: Naming) -> String {
            switch naming {
            case .fixed(let name): return name
            case .kind: return kind
            case .detail: return detail.hasSuffix("_link") ? String(detail.dropLast(5)) : detail
            case .population:
                let population = properties.number("population") ?? 0
                return population >= 100_000 ? "city" : population >= 5_000 ? "town" : "village"
            }
        }
        return SchemaReader.Mapped(name: text(name), subclass: text(subclass))
    }
}

extension Properties {
    /// Whether a condition of a rule holds.
    func fulfils(_ condition: TileRule.Condition) -> Bool {
        switch condition {
        case .always: true
        case .isNot(let name): !isTrue(name)
        case .number(let name, let wanted): number(name) == wanted
        }
    }
}
