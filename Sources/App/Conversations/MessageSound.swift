import Database
import Media

/// A voice message.
struct MessageSoundPart {
    let original: String
    /// "0:12"; "" where it is not known.
    let length: String
    /// "Voice message from Leena, 0:12": the name of its player.
    let label: String

    init(_ sound: MediaName, by message: Message, _ setting: MessageSetting) {
        original = MediaPaths.of(sound.text, .original) ?? ""
        length = setting.attachments.sounds[sound].map { DurationFormatter.clock(max(1, $0.rounded())) } ?? ""
        let name = message.isOwn ? "Your voice message" : "Voice message from \(message.sender.name)"
        label = length.isEmpty ? name : "\(name), \(length)"
    }
}

extension Conversations: MediaAccess {
    /// Who may read a conversation knows the feature that has it.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool { false }

    /// A voice message that only some devices play gives way to one that all do.
    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try ConversationQueries.replaceSound(database, old, with: new)
    }
}

extension ConversationQueries {
    /// Plays another file in place of one; false if no message has it.
    static func replaceSound(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try database.execute("UPDATE message SET sound = \(new.text) WHERE sound = \(old.text)") > 0
    }
}
