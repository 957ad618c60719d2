import HTML
import Proximity

/// An icon of the sprite `icons/icons.svg`. Decorative: text beside it says the same.
struct IconPart {
    let name: String

    init(_ name: String) { self.name = name }
}

/// The head of a page: its only `h1` and a sentence below.
struct PageHeadPart {
    let title: String
    /// "" for none.
    let words: String

    init(_ title: String, _ words: String = "") {
        self.title = title
        self.words = words
    }
}

/// Shown instead of an empty list, with what to do next.
struct EmptyPart {
    let icon: IconPart
    let title: String
    let words: String
    let action: LinkPart?

    init(_ icon: String, title: String, words: String, action: LinkPart? = nil) {
        self.icon = IconPart(icon)
        self.title = title
        self.words = words
        self.action = action
    }
}

/// A link styled as a button.
struct LinkPart {
    let words: String
    let address: String
    let icon: IconPart?
    /// Whether it is a secondary button.
    let isQuiet: Bool

    init(_ words: String, _ address: String, icon: String? = nil, isQuiet: Bool = false) {
        self.words = words
        self.address = address
        self.icon = icon.map { IconPart($0) }
        self.isQuiet = isQuiet
    }
}

/// A few words on a coloured pill.
struct BadgePart {
    enum Kind: String, CaseIterable { case plain, good, waiting, info, danger }

    let words: String
    let kind: Kind
    /// Shown after the words; nil for none.
    let time: TimePart?
    /// Shown after the time.
    let rest: String

    init(_ words: String, kind: Kind = .plain, time: TimePart? = nil, rest: String = "") {
        self.words = words
        self.kind = kind
        self.time = time
        self.rest = rest
    }
}

/// A time in words, with a machine-readable value.
struct TimePart {
    let words: String
    /// The value of a `datetime` attribute.
    let machine: String

    private init(_ words: String, _ machine: String) {
        self.words = words
        self.machine = machine
    }

    /// "just now" or "this morning" with the instant, for the viewer's own things.
    init(_ time: Timestamp, _ times: RelativeTimeFormatter) {
        self.init(times.own(time), RelativeTimeFormatter.machine(time))
    }

    /// "this morning" with only the day as machine-readable value, for times of other people. `words` uses that
    /// person's zone.
    init(day time: Timestamp, _ times: RelativeTimeFormatter) { self.init(times.words(time), times.day(time)) }

    /// "Saturday 12 March, 14:05"
    init(moment time: Timestamp, _ times: RelativeTimeFormatter) {
        self.init(times.moment(time), RelativeTimeFormatter.machine(time))
    }

    /// "14:05", "Yesterday", "Saturday" or "12 March"
    init(brief time: Timestamp, _ times: RelativeTimeFormatter) {
        self.init(times.brief(time), RelativeTimeFormatter.machine(time))
    }

    /// "tomorrow at 19:00": a time ahead.
    init(ahead time: Timestamp, _ times: RelativeTimeFormatter) {
        self.init(times.ahead(time), RelativeTimeFormatter.machine(time))
    }

    /// "in the evening" with only the day as machine-readable value, in a list below the name of the day.
    init(inDay time: Timestamp, _ times: RelativeTimeFormatter) { self.init(times.inDay(time), times.day(time)) }

    /// "12 March"
    init(date time: Timestamp, _ times: RelativeTimeFormatter) { self.init(times.date(time), times.day(time)) }
}

/// The message of the previous form.
struct FlashPart {
    let words: String
    /// Where *Undo* posts; "" for no button.
    let undo: String
    let csrf: TokenField

    init(_ flash: Flash, _ csrf: TokenField) {
        words = flash.words
        undo = flash.undo
        self.csrf = csrf
    }
}

/// A choice between views of one page, or between sibling pages: map or list.
struct SegmentsPart {
    struct Choice {
        let words: String
        let icon: IconPart?
        let address: String
        let isChosen: Bool
    }

    /// The label for screen readers: "View".
    let label: String
    let choices: [Choice]
    /// An additional class; "" for none.
    var name = ""
}

/// Links that filter a list or lead to sibling pages, in one row that scrolls sideways.
struct ChipsPart {
    struct Chip {
        let words: String
        let address: String
        let isChosen: Bool
    }

    /// The label for screen readers.
    let label: String
    let chips: [Chip]
}

/// A thing that opens only near its place: what the viewer may know, and its distance.
struct LockedPart {
    let title: String
    /// "180 m away"; "" if the viewer's position is unknown.
    let distance: String
    /// Where to go; "" if hidden.
    let address: String

    var words: String {
        distance.isEmpty ? "Check here to see how far it is." : "\(distance) · walk there to open"
    }
}

struct ProgressPart {
    /// For screen readers and beside the bar: "12 of 50 MB".
    let label: String
    /// 0…100.
    let percent: Int
}

/// Confirms an action that cannot be undone. With scripts it is a dialog, without them it unfolds.
struct ConfirmPart {
    let csrf: TokenField
    /// The path of the form.
    let address: String
    /// The first button: "Delete".
    let opener: String
    /// The consequences.
    let words: String
    /// The last button: "Delete the note".
    let button: String
    let icon: IconPart

    init(
        _ frame: Frame, post address: String, opener: String, words: String, button: String, icon: String = "trash-2"
    ) {
        self.init(frame.csrf, post: address, opener: opener, words: words, button: button, icon: icon)
    }

    init(
        _ csrf: TokenField, post address: String, opener: String, words: String, button: String,
        icon: String = "trash-2"
    ) {
        self.csrf = csrf
        self.address = address
        self.opener = opener
        self.words = words
        self.button = button
        self.icon = IconPart(icon)
    }
}
