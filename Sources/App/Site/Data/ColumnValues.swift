import Database
import Proximity

extension Timestamp: RawRepresentable, ColumnValue {
    /// Milliseconds since 1970: the form of every time in the database.
    public init(rawValue: Int64) { self.init(milliseconds: rawValue) }
    /// Milliseconds since 1970.
    public var rawValue: Int64 { milliseconds }
}

extension Plausibility: ColumnValue {}
extension CarriedDevice: ColumnValue {}
extension GroupState: ColumnValue {}
extension FenceState: ColumnValue {}

extension Row {
    /// Reads a place from two columns of degrees.
    ///
    /// - Throws: `DatabaseError` if a column is missing, `BadPlace` if the numbers are no place.
    func coordinate(_ latitude: String = "lat", _ longitude: String = "lon") throws -> Coordinate {
        let (lat, lon): (Double, Double) = (try self[latitude], try self[longitude])
        guard let place = Coordinate(latitude: lat, longitude: lon) else { throw BadPlace() }
        return place
    }

    /// A row with latitude or longitude out of range, which the table's CHECK prevents.
    struct BadPlace: Error {}
}

extension Covering {
    /// The covering as a table to join: `… AND cell BETWEEN span.low AND span.high`.
    var spans: SQL { SQL.spans(signedRanges) }
}

extension Row {
    /// The time in a column in machine-readable form; nil for NULL.
    func machine(_ column: String) throws -> String? {
        let time: Timestamp? = try self[column]
        return time.map { RelativeTimeFormatter.machine($0) }
    }
}
