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

    /// The initials of the shown name; the colour is the username's, so that it stays when the other changes. Guests have
    /// only a nickname.
    init(_ username: String, displayName: String? = nil, picture: String? = nil, isDeleted: Bool = false) {
        self.picture = picture ?? ""
        guard !isDeleted else {
            (initials, colour) = ("", AvatarPart.grey)
            return
        }
        initials = AvatarPart.initials(of: displayName ?? username)
        // The same colour on every page and after every start, unlike Swift's own hashes (FNV-1a, 32 bits).
        let coloured = username == Person.guestName ? displayName ?? username : username
        let hash = Username.fold(coloured).utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        colour = Int(hash % 10)
    }

    /// The first letters of a name's first two parts, or its first two letters.
    private static func initials(of name: String) -> String {
        // Of ASCII byte by byte: a list asks once a line, and the tables of all characters take most of the time otherwise.
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let letters = letters(name.utf8, separates: separates, begins: begins)
            return String(decoding: letters, as: UTF8.self).uppercased()
        }
        let letters = letters(
            name, separates: { $0.asciiValue.map(separates) ?? $0.isWhitespace },
            begins: { $0.asciiValue.map(begins) ?? ($0.isLetter || $0.isNumber) })
        return String(String(letters).uppercased().prefix(2))
    }

    /// Reads no further than it must.
    private static func letters<Name: Sequence>(
        _ name: Name, separates: (Name.Element) -> Bool, begins: (Name.Element) -> Bool
    ) -> [Name.Element] {
        var letters: [Name.Element] = []
        var isInside = false
        for character in name {
            if separates(character) {
                isInside = false
            } else if isInside {
                if letters.count < 2 { letters.append(character) }
            } else if begins(character) {
                isInside = true
                if let first = letters.first { return [first, character] }
                letters = [character]
            }
        }
        return letters
    }

    private static func separates(_ byte: UInt8) -> Bool { byte <= 0x20 || "._-".utf8.contains(byte) }

    private static func begins(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
