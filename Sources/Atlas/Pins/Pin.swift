import Proximity

/// Something at a place on a map.
public struct Pin: Sendable, Equatable {
    /// The kind of thing; kinds differ in shape as well as in colour.
    public enum Kind: String, Sendable, CaseIterable {
        /// An opened sheet of paper.
        case note
        /// A closed letter: a note that one has left oneself.
        case letter
        /// A sealed sheet with a lock: a note that opens only there.
        case waiting
        /// A cut stone.
        case relic
        /// A round photo.
        case moment
        /// A ring with a note of music.
        case zone
        /// A round portrait with initials.
        case person
        /// A drop: a point that a person chose.
        case place

        /// "one note", "1,200 notes".
        func words(_ count: Int) -> String {
            let noun =
                switch self {
                case .moment: "photo"
                case .letter, .waiting: "note"
                default: rawValue
                }
            return count == 1 ? "one \(noun)" : "\(CountText.whole(count)) \(self == .person ? "people" : noun + "s")"
        }

        /// What two kinds of things are together; nil if there is no word for both.
        func joined(_ other: Kind) -> Kind? {
            if self == other { return self }
            return [self, other].allSatisfy { [.note, .letter, .waiting].contains($0) } ? .note : nil
        }
    }

    /// A small sign on a pin, so that two of a kind differ by more than colour.
    public enum Mark: String, Sendable, CaseIterable {
        /// On its face: what it is.
        case photo, video, sound
        /// At its corners: it wants a word; it is one's own; somebody is away from their group, or asks for help.
        case locked, own, alert
    }

    /// The marks of a pin, each once: one byte, because a map has hundreds of them.
    public struct Marks: Sendable, Hashable, ExpressibleByArrayLiteral {
        private var bits: UInt8 = 0

        /// `[.photo, .own]`
        public init(arrayLiteral marks: Mark...) {
            for mark in marks { insert(mark) }
        }

        /// Adds a mark.
        public mutating func insert(_ mark: Mark) { bits |= Marks.bit(mark) }

        /// Whether a mark is among them.
        public func contains(_ mark: Mark) -> Bool { bits & Marks.bit(mark) != 0 }

        /// In the order of ``Mark``.
        var inOrder: [Mark] { bits == 0 ? [] : Mark.allCases.filter { contains($0) } }

        private static func bit(_ mark: Mark) -> UInt8 {
            switch mark {
            case .photo: 1
            case .video: 2
            case .sound: 4
            case .locked: 8
            case .own: 16
            case .alert: 32
            }
        }
    }

    public let kind: Kind
    public let coordinate: Coordinate
    /// What screen readers say and the tooltip shows.
    public let title: String
    /// The number of what it stands for; nil for none.
    public let id: Int64?
    /// The number of the person whose thing it is; nil where it does not matter.
    public let owner: Int64?
    /// The link target; nil for none.
    public let href: String?
    /// The address of the card that a script opens above it; nil for none.
    public let card: String?
    /// The text on it: initials.
    public let label: String
    /// The address of an image that replaces the text: a portrait, or a moment's photo.
    public let portrait: String?
    /// Whether it is done (found, opened, seen): drawn paler.
    public let isMuted: Bool
    public let marks: Marks

    /// A pin. `href`, `card` and `portrait` must be paths of this site, starting with a single "/"; anything else is dropped.
    public init(
        kind: Kind, coordinate: Coordinate, title: String, id: Int64? = nil, owner: Int64? = nil,
        href: String? = nil, card: String? = nil, label: String = "", portrait: String? = nil, isMuted: Bool = false,
        marks: Marks = []
    ) {
        self.kind = kind
        self.coordinate = coordinate
        self.title = title
        self.id = id
        self.owner = owner
        self.href = Pin.path(href)
        self.card = Pin.path(card)
        self.portrait = Pin.path(portrait)
        self.label = label
        self.isMuted = isMuted
        self.marks = marks
    }

    private static func path(_ address: String?) -> String? {
        // By bytes: a map has hundreds of them.
        address.flatMap { address in
            let bytes = address.utf8
            let isInside = bytes.first == UInt8(ascii: "/") && bytes.dropFirst().first != UInt8(ascii: "/")
            return isInside && !bytes.contains(UInt8(ascii: "\\")) ? address : nil
        }
    }
}

/// A ``Pin`` without what it says: all that tells which things are drawn as one. A map has hundreds of them, of which
/// most become numbers, so it is small and has no text.
public struct PinPlace: Sendable, Equatable {
    public let kind: Pin.Kind
    public let coordinate: Coordinate
    /// The number of what it stands for; nil for none.
    public let id: Int64?
    let owner: Int64?
    let marks: Pin.Marks
    let hasPortrait: Bool

    /// A place. Each value must be the one of its pin.
    public init(
        kind: Pin.Kind, coordinate: Coordinate, id: Int64? = nil, owner: Int64? = nil, marks: Pin.Marks = [],
        hasPortrait: Bool = false
    ) {
        self.kind = kind
        self.coordinate = coordinate
        self.id = id
        self.owner = owner
        self.marks = marks
        self.hasPortrait = hasPortrait
    }

    /// The place of a pin.
    public init(_ pin: Pin) {
        self.init(
            kind: pin.kind, coordinate: pin.coordinate, id: pin.id, owner: pin.owner, marks: pin.marks,
            hasPortrait: pin.portrait != nil)
    }
}
