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
            person.username, picture: MediaPaths.of(person.picture, .small), isDeleted: person.isDeleted)
    }

    init(_ viewer: Viewer) {
        self.init(viewer.username, picture: MediaPaths.of(viewer.picture, .small))
    }

    /// The initials of a name: the first letters of its first two parts, or its first two letters.
    init(_ username: String, picture: String? = nil, isDeleted: Bool = false) {
        self.picture = picture ?? ""
        guard !isDeleted else {
            (initials, colour) = ("", AvatarPart.grey)
            return
        }
        let parts = username.split { "._-".contains($0) }
        let letters = parts.count > 1 ? parts.prefix(2).map { $0.prefix(1) } : [username.prefix(2)]
        initials = letters.joined().uppercased()
        // The same colour on every page and after every start, unlike Swift's own hashes (FNV-1a, 32 bits).
        let hash = Username.fold(username).utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        colour = Int(hash % 10)
    }
}
