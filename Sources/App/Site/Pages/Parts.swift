import HTML
import Proximity

/// An icon of the sprite `icons/icons.svg`, for the eye alone: what it means stands beside it in words.
struct IconPart {
    let name: String

    init(_ name: String) { self.name = name }
}

/// The head of a page: its one `h1`, and a sentence below it.
struct PageHeadPart {
    let title: String
    /// "" for none.
    let words: String

    init(_ title: String, _ words: String = "") {
        self.title = title
        self.words = words
    }
}

/// What stands where a list would be, and what to do next.
struct EmptyPart {
    let icon: IconPart
    let title: String
    let words: String
    let action: LinkPart?

    init(_ icon: String, _ title: String, _ words: String, _ action: LinkPart? = nil) {
        self.icon = IconPart(icon)
        self.title = title
        self.words = words
        self.action = action
    }
}

/// A link that looks like a button.
struct LinkPart {
    let words: String
    let address: String
    let icon: IconPart?
    /// Whether it stands back behind another.
    let isQuiet: Bool

    init(_ words: String, _ address: String, icon: String? = nil, isQuiet: Bool = false) {
        self.words = words
        self.address = address
        self.icon = icon.map { IconPart($0) }
        self.isQuiet = isQuiet
    }
}

/// A few words in a coloured pill.
struct BadgePart {
    enum Kind: String, CaseIterable { case plain, good, waiting, info, danger }

    let words: String
    let kind: Kind
    /// Follows the words; nil for none.
    let time: TimePart?
    /// Follows the time.
    let rest: String

    init(_ words: String, _ kind: Kind = .plain, _ time: TimePart? = nil, rest: String = "") {
        self.words = words
        self.kind = kind
        self.time = time
        self.rest = rest
    }
}

/// A time in words, and for machines.
struct TimePart {
    let words: String
    /// The value of a `datetime` attribute.
    let machine: String

    private init(_ words: String, _ machine: String) {
        self.words = words
        self.machine = machine
    }

    /// "this morning", with the instant: for one's own things.
    init(_ time: Timestamp, _ words: RelativeTimeFormatter) {
        self.init(words.words(time), RelativeTimeFormatter.machine(time))
    }

    /// "this morning", and no more than the day for machines: for what others may know of a person. `words` are in that
    /// person's zone.
    init(day time: Timestamp, _ words: RelativeTimeFormatter) { self.init(words.words(time), words.day(time)) }

    /// "Saturday 12 March, 14:05"
    init(moment time: Timestamp, _ words: RelativeTimeFormatter) {
        self.init(words.moment(time), RelativeTimeFormatter.machine(time))
    }

    /// "12 March"
    init(date time: Timestamp, _ words: RelativeTimeFormatter) { self.init(words.date(time), words.day(time)) }
}

/// What the last form brought about.
struct FlashPart {
    let words: String
}

/// A choice among views of one page, or among sibling pages: map or list.
struct SegmentsPart {
    struct Choice {
        let words: String
        let icon: IconPart?
        let address: String
        let isChosen: Bool
    }

    /// What is chosen, for those who do not see it: "View".
    let label: String
    let choices: [Choice]
    /// A class of its own, for style sheets; "" for none.
    var name = ""
}

/// Links that narrow a list or lead to its siblings, in one row that scrolls sideways when it is long.
struct ChipsPart {
    struct Chip {
        let words: String
        let address: String
        let isChosen: Bool
    }

    /// What they are, for those who do not see it.
    let label: String
    let chips: [Chip]
}

/// A thing that opens only near its place: what one may know of it, and how far it is.
struct LockedPart {
    let title: String
    /// "180 m away", "" when the viewer's place is not known.
    let distance: String
    /// Where one has to go, "" when that is not told.
    let address: String

    var words: String {
        distance.isEmpty ? "Look around you to see how far it is." : "\(distance) · walk there to open"
    }
}

/// How much of something is done or used.
struct ProgressPart {
    /// For those who do not see it, and beside the bar: "12 of 50 MB".
    let label: String
    /// 0…100.
    let percent: Int
}

/// An action that cannot be undone: one more question before it. With scripts a dialog asks, without them it folds open.
struct ConfirmPart {
    let csrf: TokenField
    /// Where the form goes.
    let address: String
    /// What is asked for, on the first button: "Delete".
    let opener: String
    /// What follows from it.
    let words: String
    /// What the last button says: "Delete the note".
    let button: String
    let icon: IconPart

    init(
        _ frame: Frame, post address: String, opener: String, words: String, button: String, icon: String = "trash-2"
    ) {
        csrf = frame.csrf
        self.address = address
        self.opener = opener
        self.words = words
        self.button = button
        self.icon = IconPart(icon)
    }
}
