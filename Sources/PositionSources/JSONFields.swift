import Proximity

/// The members of a JSON object, each read only if it is of the right kind: an app that writes one of them strangely loses
/// that member and not its point. For use within `init(from:)`.
struct JSONFields {
    private let container: KeyedDecodingContainer<Name>

    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// - Throws: if it is no object.
    init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: Name.self) }

    /// A finite number, also in quotes.
    func number(_ name: String) -> Double? {
        let key = Name(name)
        guard container.contains(key) else { return nil }
        if let number = try? container.decode(Double.self, forKey: key) { return number.isFinite ? number : nil }
        return WrittenNumber.read(text(name))
    }

    func text(_ name: String) -> String? {
        let key = Name(name)
        return container.contains(key) ? try? container.decode(String.self, forKey: key) : nil
    }

    func flag(_ name: String) -> Bool? {
        let key = Name(name)
        return container.contains(key) ? try? container.decode(Bool.self, forKey: key) : nil
    }

    func value<Value: Decodable>(_ name: String, _ type: Value.Type = Value.self) -> Value? {
        let key = Name(name)
        return container.contains(key) ? try? container.decode(type, forKey: key) : nil
    }

    /// A time as a number or in words.
    func time(_ name: String) -> Timestamp? { AppTime.number(number(name)) ?? AppTime.text(text(name)) }
}

/// A finite number in a list, also in quotes.
struct JSONNumber: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = (try? container.decode(Double.self)) ?? WrittenNumber.read(try? container.decode(String.self))
        guard let number, number.isFinite else { throw ReportRefusal.malformed }
        value = number
    }
}

/// An element of a list, nil if it is not what was expected: the others still count.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
