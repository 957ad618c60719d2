import Foundation

/// The search of a list of songs, `?q=`.
struct SongSearchPart {
    /// The page with the list.
    let action: String
    /// What is searched for, as it was typed; "" for nothing.
    let text: String
    private let words: [String]

    init(_ text: String?, at action: String) {
        self.action = action
        self.text = (text ?? "").trimmingCharacters(in: .whitespaces)
        words = SearchWords.searched(self.text)
    }

    /// Most words of a song that a search compares.
    private static let mostWords = 100

    /// Whether a song has all words of the search.
    func matches(_ track: ZoneTrack) -> Bool {
        guard !words.isEmpty else { return true }
        let own = SearchWords.words("\(track.title) \(track.artist) \(track.album)", most: SongSearchPart.mostWords)
        return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
}
