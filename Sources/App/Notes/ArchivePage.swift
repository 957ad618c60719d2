import Proximity

/// `GET /archive`
struct ArchivePage {
    let frame: Frame
    /// The notes by the month in which they were found, newest first.
    var months: [ArchiveMonth] = []
    var search = ArchiveSearchPart(ArchiveSearch(), people: [])
    /// The map, if requested and not empty.
    let map: ArchiveMap?
    let isMap: Bool
    var more: MorePart?

    var views: SegmentsPart {
        SegmentsPart(
            label: "View",
            choices: [
                .init(words: "List", icon: IconPart("list"), address: NotePaths.archive, isChosen: !isMap),
                .init(words: "Map", icon: IconPart("map"), address: NotePaths.archiveMap, isChosen: isMap),
            ])
    }
}

/// The notes that somebody found in one month.
struct ArchiveMonth {
    /// "November 2026"
    let title: String
    let notes: [FoundNotePart]

    /// Groups notes that are sorted by the time at which they were found.
    static func months(
        of notes: [ReadableNote], _ times: RelativeTimeFormatter, _ places: PlaceFormatter
    ) -> [ArchiveMonth] {
        var months: [(title: String, notes: [FoundNotePart])] = []
        for note in notes {
            let title = times.month(note.foundAt ?? note.createdAt)
            if months.last?.title != title { months.append((title, [])) }
            months[months.count - 1].notes.append(FoundNotePart(note, times: times, places: places))
        }
        return months.map { ArchiveMonth(title: $0.title, notes: $0.notes) }
    }
}

/// The form that searches an archive.
struct ArchiveSearchPart {
    let words: String
    let month: String
    let author: SelectPart
    /// Whether it leaves notes out.
    let isActive: Bool
    /// Whether the second row of fields is in use.
    let isDetailed: Bool

    init(_ search: ArchiveSearch, people: [Person]) {
        words = search.words
        month = search.month
        var names = people.map { (value: $0.username, words: $0.fullName) }
        let author = Username.fold(search.author)
        // Somebody who is no friend any more, from a link.
        if !author.isEmpty && !names.contains(where: { Username.fold($0.value) == author }) {
            names.append((search.author, search.author))
        }
        let chosen = names.first { Username.fold($0.value) == author }?.value ?? ""
        self.author = SelectPart("from", label: "From", choices: [("", "Everybody")] + names, chosen: chosen)
        isActive = !search.isEmpty
        isDetailed = !search.author.isEmpty || !search.month.isEmpty
    }
}
