import Foundation
import Proximity

/// Latitude and longitude as people write them: "60.17, 24.94", "60,17 24,94", "N 60° 10.2' E 24° 56.4'",
/// "60°10'12"N 24°56'24"E", "lat=60.17&lon=24.94".
enum DegreesText {
    /// Longer texts are no degrees.
    private static let maxLength = 120
    /// Six numbers, their units and hemispheres, and the words before them.
    private static let maxTokens = 30

    private enum Token: Equatable {
        case number(AngleNumber)
        case unit(Unit)
        case side(Side)
        case gap
    }

    private enum Unit: Int {
        case degrees, minutes, seconds
    }

    enum Side {
        case north, south, east, west
        /// A word before a number: "lat", "longitude".
        case latitude, longitude

        var isLatitude: Bool { self == .north || self == .south || self == .latitude }
        var isNegative: Bool { self == .south || self == .west }
        var isWord: Bool { self == .latitude || self == .longitude }
    }

    /// The place that a text says; nil if it says anything else.
    static func place(_ text: String) -> Coordinate? {
        guard text.utf8.count <= maxLength, let tokens = tokens(plain(text)) else { return nil }
        let sides = tokens.filter { if case .side = $0 { true } else { false } }.count
        let angles = sides > 0 ? sided(tokens) : unsided(tokens)
        guard let angles, angles.count == 2 else { return nil }
        let isSwapped = angles[0].side.map { !$0.isLatitude } ?? false
        if let first = angles[0].side, let second = angles[1].side, first.isLatitude == second.isLatitude {
            return nil
        }
        guard let first = angles[0].degrees, let second = angles[1].degrees else { return nil }
        return isSwapped
            ? Coordinate(latitude: second, longitude: first) : Coordinate(latitude: first, longitude: second)
    }

    /// The text with one character for each meaning, and commas only between numbers.
    private static func plain(_ text: String) -> [Character] {
        var plain = text.uppercased()
        for (written, meant) in same { plain = plain.replacing(written, with: meant) }
        if plain.contains(".") { return Array(plain.replacing(",", with: " ; ")) }
        let groups = plain.split { " ;&".contains($0) }.map { $0.trimmingCharacters(in: [","]) }
        let hasUnits = plain.contains { "°'\"NSEW".contains($0) }
        if hasUnits || groups.count > 1 { return Array(groups.map { commas($0) }.joined(separator: " ; ")) }
        // "60,24" are two numbers, "60,17,24,94" too.
        let parts = plain.split(separator: ",", omittingEmptySubsequences: false)
        switch parts.count {
        case 2: return Array("\(parts[0]) ; \(parts[1])")
        case 4: return Array("\(parts[0]).\(parts[1]) ; \(parts[2]).\(parts[3])")
        default: return Array(plain)
        }
    }

    /// A comma between two digits is a point, any other separates.
    private static func commas(_ group: String) -> String {
        let letters = Array(group)
        return String(
            letters.indices.map { index in
                guard letters[index] == "," else { return letters[index] }
                let isInside =
                    index > 0 && index + 1 < letters.count && isDigit(letters[index - 1]) && isDigit(letters[index + 1])
                return isInside ? "." : ";"
            })
    }

    private static let same: [(String, String)] = [
        ("º", "°"), ("˚", "°"), ("DEGREES", "°"), ("DEG", "°"), ("''", "\""), ("′′", "\""), ("’’", "\""), ("″", "\""),
        ("”", "\""), ("“", "\""), ("„", "\""), ("′", "'"), ("’", "'"), ("‘", "'"), ("´", "'"), ("`", "'"), ("ʹ", "'"),
        ("ʺ", "\""), ("−", "-"), ("–", "-"), ("\u{A0}", " "), ("\u{202F}", " "), ("\u{2009}", " "), ("\t", " "),
        ("\n", " "), ("\r", " "), ("LATITUDE", "φ"), ("LONGITUDE", "λ"), ("LAT", "φ"), ("LNG", "λ"), ("LONG", "λ"),
        ("LON", "λ"), ("NORTH", "N"), ("SOUTH", "S"), ("EAST", "E"), ("WEST", "W"),
    ]

    private static func tokens(_ letters: [Character]) -> [Token]? {
        var (tokens, index) = ([Token](), 0)
        while index < letters.count {
            if let number = AngleNumber(letters, &index) {
                tokens.append(.number(number))
            } else {
                guard let token = token(letters[index]) else { return nil }
                if token != .gap || tokens.last != .gap { tokens.append(token) }
                index += 1
            }
            guard tokens.count <= maxTokens else { return nil }
        }
        return tokens.filter { $0 != .gap }
    }

    private static func token(_ letter: Character) -> Token? {
        switch letter {
        case "°": .unit(.degrees)
        case "'": .unit(.minutes)
        case "\"": .unit(.seconds)
        case "N": .side(.north)
        case "S": .side(.south)
        case "E": .side(.east)
        case "W": .side(.west)
        case "φ": .side(.latitude)
        case "λ": .side(.longitude)
        case " ", ",", ";", "/", "(", ")", "[", "]", "{", "}", "=", "&", ":", "?": .gap
        default: nil
        }
    }

    /// Angles with a letter or a word each, all before their numbers or all after them.
    private static func sided(_ tokens: [Token]) -> [Angle]? {
        guard case .side? = tokens.first else {
            var angles = [Angle()]
            for token in tokens {
                guard angles[angles.count - 1].take(token) else { return nil }
                if case .side = token { angles.append(Angle()) }
            }
            return angles.removeLast().numbers.isEmpty ? angles : nil
        }
        var angles: [Angle] = []
        for token in tokens {
            if case .side(let side) = token {
                // "lat 60.17 N": the letter after the number belongs to it.
                if !side.isWord, let last = angles.last, last.side?.isWord == true, !last.numbers.isEmpty {
                    guard angles[angles.count - 1].sharpen(side) else { return nil }
                    continue
                }
                angles.append(Angle())
            }
            guard !angles.isEmpty, angles[angles.count - 1].take(token) else { return nil }
        }
        return angles
    }

    /// Angles without letters: two numbers, or several with a sign for degrees in each angle.
    private static func unsided(_ tokens: [Token]) -> [Angle]? {
        let hasUnits = tokens.contains(.unit(.degrees))
        var angles: [Angle] = []
        for (index, token) in tokens.enumerated() {
            if case .number = token, !hasUnits || tokens[index...].dropFirst().first == .unit(.degrees) {
                angles.append(Angle())
            }
            guard !angles.isEmpty, angles[angles.count - 1].take(token) else { return nil }
        }
        return angles
    }

    private static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

    /// One angle while it is read.
    private struct Angle {
        var numbers: [AngleNumber] = []
        var side: Side?
        private var units: [Unit] = []

        /// Adds what comes next; false if it cannot come here.
        mutating func take(_ token: Token) -> Bool {
            switch token {
            case .number(let number):
                guard numbers.count < 3 else { return false }
                numbers.append(number)
            case .unit(let unit):
                // Each number may have a sign, and each sign comes in its place.
                guard unit.rawValue == numbers.count - 1, units.last.map({ $0.rawValue < unit.rawValue }) ?? true else {
                    return false
                }
                units.append(unit)
            case .side(let side):
                guard self.side == nil else { return false }
                self.side = side
            case .gap: break
            }
            return true
        }

        /// A letter after "lat" or "lon"; false if they contradict each other.
        mutating func sharpen(_ side: Side) -> Bool {
            guard let word = self.side, word.isWord, word.isLatitude == side.isLatitude else { return false }
            self.side = side
            return true
        }

        /// nil for minutes or seconds of sixty or more, for parts of a degree said twice, and for two signs.
        var degrees: Double? {
            guard let first = numbers.first, first.value <= 360 else { return nil }
            var sum = first.value
            for (index, number) in numbers.enumerated().dropFirst() {
                guard number.value < 60, !number.isNegative, numbers[index - 1].isWhole else { return nil }
                sum += number.value / (index == 1 ? 60 : 3_600)
            }
            let isBehind = side?.isNegative ?? false
            guard !(first.isNegative && side.map({ !$0.isWord }) ?? false) else { return nil }
            return first.isNegative || isBehind ? -sum : sum
        }
    }
}

/// A number of at most three digits before the point, read by hand: no exponent, no word, nothing that overflows.
struct AngleNumber: Equatable {
    let value: Double
    let isNegative: Bool
    let isWhole: Bool

    /// Reads a number and moves `index` behind it; leaves `index` where there is none.
    init?(_ letters: [Character], _ index: inout Int) {
        var next = index
        isNegative = letters[next] == "-"
        if letters[next] == "-" || letters[next] == "+" { next += 1 }
        guard let whole = AngleNumber.digits(letters, &next, most: 3) else { return nil }
        guard next < letters.count, letters[next] == "." else {
            (value, isWhole, index) = (whole.value, true, next)
            return
        }
        next += 1
        guard let part = AngleNumber.digits(letters, &next, most: 20) else { return nil }
        (value, isWhole, index) = (whole.value + part.value / part.scale, false, next)
    }

    private static func digits(
        _ letters: [Character], _ index: inout Int, most: Int
    ) -> (value: Double, scale: Double)? {
        var (value, scale, count) = (0.0, 1.0, 0)
        while index < letters.count, letters[index].isASCII, let digit = letters[index].wholeNumberValue {
            count += 1
            guard count <= most else { return nil }
            // More digits than a double holds change nothing.
            if count <= 15 { (value, scale) = (value * 10 + Double(digit), scale * 10) }
            index += 1
        }
        return count > 0 ? (value, scale) : nil
    }
}
