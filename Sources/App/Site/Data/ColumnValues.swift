import Database
import Proximity

extension Timestamp: RawRepresentable, ColumnValue {
    /// Milliseconds since 1970: how every time stands in the database.
    public init(rawValue: Int64) { self.init(milliseconds: rawValue) }
    /// Milliseconds since 1970.
    public var rawValue: Int64 { milliseconds }
}

extension Row {
    /// The place in two columns of degrees.
    ///
    /// - Throws: `DatabaseError` when a column is missing, `BadPlace` when the numbers are no place.
    func coordinate(_ latitude: String = "lat", _ longitude: String = "lon") throws -> Coordinate {
        let (lat, lon): (Double, Double) = (try self[latitude], try self[longitude])
        guard let place = Coordinate(latitude: lat, longitude: lon) else { throw BadPlace() }
        return place
    }

    /// A row whose latitude and longitude are out of range: the table's CHECK makes it impossible.
    struct BadPlace: Error {}
}

extension Covering {
    /// The covering as a table to join with: `… AND cell BETWEEN span.low AND span.high`.
    var spans: SQL { SQL.spans(signedRanges) }
}

extension Row {
    /// The time in a column as machines read it; nil for NULL.
    func machine(_ column: String) throws -> String? {
        let time: Timestamp? = try self[column]
        return time.map { RelativeTimeFormatter.machine($0) }
    }
}
