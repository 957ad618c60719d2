import Database
import Foundation
import HTTP
import Proximity

/// What an archive is searched for.
struct ArchiveSearch: Sendable, Equatable {
    /// How words of the text begin, as they were typed.
    var words = ""
    /// A username; "" for everybody.
    var author = ""
    /// "2026-11" as the finder's zone counts; "" for all months.
    var month = ""

    /// Maximum length of the words, in characters.
    static let maxWordsLength = 200

    /// Whether everything is shown.
    var isEmpty: Bool { self == ArchiveSearch() }

    init() {}

    /// Reads `q`, `from` and `month`; what is no month counts as none.
    init(_ query: FormFields, in zone: TimeZone) {
        words = String((query["q"] ?? "").trimmingCharacters(in: .whitespaces).prefix(ArchiveSearch.maxWordsLength))
        author = String((query["from"] ?? "").prefix(Username.lengths.upperBound))
        let month = query["month"] ?? ""
        self.month = ArchiveSearch.span(of: month, zone) == nil ? "" : month
    }

    /// The fields as a query.
    var query: String {
        [("q", words), ("from", author), ("month", month)].filter { !$0.1.isEmpty }
            .map { "\($0.0)=\(PathText.component($0.1))" }.joined(separator: "&")
    }

    /// The first moments of a month and of the next in a zone; nil for what is no month.
    static func span(of month: String, _ zone: TimeZone) -> Range<Timestamp>? {
        let parts = month.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            let year = InputNumber.whole(parts[0], in: 2000...2098),
            let number = InputNumber.whole(parts[1], in: 1...12)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func start(_ month: Int) -> Timestamp? {
            calendar.date(from: DateComponents(year: year + (month - 1) / 12, month: (month - 1) % 12 + 1, day: 1))
                .map { Timestamp(seconds: Int($0.timeIntervalSince1970)) }
        }
        guard let first = start(number), let next = start(number + 1) else { return nil }
        return first..<next
    }
}

/// SQL on archives.
extension NoteQueries {
    /// A person's found and kept notes, newest first: one page and the cursor of the next.
    static func archive(
        _ database: Reader, of account: ID<Account>, _ search: ArchiveSearch = ArchiveSearch(),
        in zone: TimeZone = .gmt, after cursor: Cursor? = nil
    ) throws -> (notes: [ReadableNote], next: Cursor?) {
        let words = SearchWords.searched(search.words)
        if words.isEmpty && !search.words.isEmpty { return ([], nil) }
        let (matching, isRare) = try NoteWords.matching(database, words, of: account)
        // With the sign the order comes from no index: the few notes of a rare word are sorted.
        let time: SQL = isRare ? "+delivery.found_at" : "delivery.found_at"
        let notes = try database.all(
            """
            \(found(by: account)) \(matching) \(limits(search, zone))
              AND \(Cursor.rows(after: cursor, by: time, "delivery.note_id", limit: maxListed + 1))
            """, readable)
        return Cursor.page(notes, size: maxListed) { Cursor(time: $0.foundAt ?? $0.createdAt, id: $0.id.rawValue) }
    }

    /// Conditions on the author and the month of a note in an archive.
    private static func limits(_ search: ArchiveSearch, _ zone: TimeZone) -> SQL {
        var conditions: SQL = ""
        if !search.author.isEmpty {
            conditions = """
                 AND delivery.author_id =
                  (SELECT id FROM \(Person.everyone) AS asked WHERE username_folded = \(Username.fold(search.author)))
                """
        }
        if let span = ArchiveSearch.span(of: search.month, zone) {
            conditions =
                conditions
                + " AND delivery.found_at >= \(span.lowerBound) AND delivery.found_at < \(span.upperBound)"
        }
        return conditions
    }
}
