import Proximity

/// An Open Location Code ("Plus Code"), as its specification has it
/// (github.com/google/open-location-code, Documentation/Specification): digits of base 20 for steps of latitude and
/// longitude in turn, and from the eleventh on digits for cells of five rows and four columns.
struct PlusCode: Equatable {
    private static let alphabet = Array("23456789CFGHJMPQRVWX")
    /// The plus sign stands after so many digits of a whole code.
    private static let signAt = 8
    /// Digits of steps; those after them divide a cell.
    private static let pairs = 10
    /// Further digits are below a millimetre.
    private static let most = 15

    /// Digits without the plus sign and padding.
    private let digits: [Int]
    /// How many digits are left out before the first: 0 of a whole code.
    private let missing: Int

    /// The area that a whole code names.
    struct Area: Equatable {
        let south, west, north, east: Double

        var centre: Coordinate? {
            Coordinate(latitude: min(90, (south + north) / 2), longitude: min(180, (west + east) / 2))
        }
    }

    /// Whether it names an area by itself, without a place of reference.
    var isWhole: Bool { missing == 0 }

    /// How many digits a whole code of this length has.
    private var length: Int { digits.count + missing }

    /// A code in upper or lower case; nil for any other text.
    init?(_ text: String) {
        guard text.utf8.count <= 2 * PlusCode.most else { return nil }
        let parts = text.uppercased().split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= PlusCode.signAt, parts[0].count.isMultiple(of: 2), parts[1].count != 1
        else { return nil }
        let front = parts[0].prefix { $0 != "0" }
        let padding = parts[0].count - front.count
        guard parts[0].dropFirst(front.count).allSatisfy({ $0 == "0" }), front.count.isMultiple(of: 2),
            !(front + parts[1]).isEmpty, padding == 0 || parts[0].count == PlusCode.signAt && parts[1].isEmpty
        else { return nil }
        let digits = (front + parts[1]).compactMap { PlusCode.alphabet.firstIndex(of: $0) }
        guard digits.count == front.count + parts[1].count else { return nil }
        missing = PlusCode.signAt - parts[0].count
        // The first digits reach to the pole and once around the Earth, no further.
        guard missing > 0 || digits[0] * 20 < 180 && digits[1] * 20 < 360 else { return nil }
        self.digits = Array(digits.prefix(PlusCode.most))
    }

    private init(digits: [Int]) {
        self.digits = digits
        missing = 0
    }

    /// The whole code with ten digits of a place.
    init(_ place: Coordinate) {
        // In units of the tenth digit, 1/8000 of a degree; the pole itself belongs to the last row.
        var row = min(Int(((place.latitude + 90) * 8_000).rounded(.down)), 180 * 8_000 - 1)
        var column = Int(((place.longitude + 180) * 8_000).rounded(.down))
        var digits = [Int](repeating: 0, count: PlusCode.pairs)
        for pair in stride(from: PlusCode.pairs - 2, through: 0, by: -2) {
            (digits[pair], digits[pair + 1]) = (row % 20, column % 20)
            (row, column) = (row / 20, column / 20)
        }
        self.init(digits: digits)
    }

    /// The area of a whole code; nil for a short one.
    var area: Area? {
        guard isWhole else { return nil }
        var (south, west, height, width) = (-90.0, -180.0, 400.0, 400.0)
        for (index, digit) in digits.enumerated() where index < PlusCode.pairs {
            if index.isMultiple(of: 2) {
                height /= 20
                south += Double(digit) * height
            } else {
                width /= 20
                west += Double(digit) * width
            }
        }
        for digit in digits.dropFirst(PlusCode.pairs) {
            (height, width) = (height / 5, width / 4)
            south += Double(digit / 4) * height
            west += Double(digit % 4) * width
        }
        return Area(south: south, west: west, north: south + height, east: west + width)
    }

    /// The whole code for a short one that is nearest to a place; itself if it is whole.
    func nearest(to place: Coordinate) -> PlusCode {
        guard !isWhole else { return self }
        let front = PlusCode(place).digits.prefix(missing)
        let guess = PlusCode(digits: front + digits)
        // So large is the cell that the missing digits choose.
        let step: Double = [2: 20.0, 4: 1, 6: 0.05][missing] ?? 0.0025
        guard let area = guess.area, let centre = area.centre else { return guess }
        func shift(_ own: Double, _ wanted: Double) -> Double {
            own - wanted > step / 2 ? -step : wanted - own > step / 2 ? step : 0
        }
        var (south, west) = (shift(centre.latitude, place.latitude), shift(centre.longitude, place.longitude))
        // Not over a pole.
        if abs(centre.latitude + south) > 90 { south = 0 }
        if centre.longitude + west < -180 { west += 360 }
        if centre.longitude + west >= 180 { west -= 360 }
        guard let moved = Coordinate(latitude: centre.latitude + south, longitude: centre.longitude + west) else {
            return guess
        }
        return PlusCode(digits: PlusCode(moved).digits.prefix(missing) + digits)
    }

    /// The code as it is written.
    var text: String {
        var letters = digits.map { PlusCode.alphabet[$0] }
        let sign = PlusCode.signAt - missing
        while letters.count < sign { letters.append("0") }
        letters.insert("+", at: sign)
        return String(letters)
    }

    /// A zoom that shows its area: a house from ten digits on.
    var zoom: Double {
        switch length {
        case ..<4: 5
        case ..<6: 8
        case ..<8: 12
        case ..<10: 15
        default: 17
        }
    }
}
