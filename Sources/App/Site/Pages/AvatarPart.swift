/// A person's picture, or their coloured initials.
struct AvatarPart {
    let initials: String
    /// 0…9 for the class `avatar-cN`; 10 for a deleted account.
    let colour: Int
    private static let grey = 10

    /// The path of the picture, 36 pixels or more; "" for none.
    let picture: String

    init(_ person: Person) {
        self.init(
            person.username, displayName: person.displayName, picture: MediaPaths.of(person.picture, .small),
            isDeleted: person.isDeleted)
    }

    init(_ viewer: Viewer) { self.init(viewer.person) }

    /// The initials of the shown name; the colour is the username's, so that it stays when the other changes.
    init(_ username: String, displayName: String? = nil, picture: String? = nil, isDeleted: Bool = false) {
        self.picture = picture ?? ""
        guard !isDeleted else {
            (initials, colour) = ("", AvatarPart.grey)
            return
        }
        initials = AvatarPart.initials(displayName ?? username)
        // The same colour on every page and after every start, unlike Swift's own hashes (FNV-1a, 32 bits).
        let hash = Username.fold(username).utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        colour = Int(hash % 10)
    }

    /// The first letters of a name's first two parts, or its first two letters. Reads no further than it must: a list
    /// asks once a line.
    private static func initials(_ name: String) -> String {
        var letters: [Character] = []
        var isInside = false
        for character in name {
            if separates(character) {
                isInside = false
            } else if isInside {
                if letters.count < 2 { letters.append(character) }
            } else if begins(character) {
                isInside = true
                if let first = letters.first {
                    letters = [first, character]
                    break
                }
                letters = [character]
            }
        }
        return String(String(letters).uppercased().prefix(2))
    }

    // Of ASCII alone first: the tables of all characters take most of the time otherwise.

    private static func separates(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return character.isWhitespace }
        return byte <= 0x20 || "._-".utf8.contains(byte)
    }

    private static func begins(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return character.isLetter || character.isNumber }
        return (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
