/// Why a file cannot be used as a map, or a change of the maps is not made.
public struct BasemapRefusal: Error, Equatable {
    /// One clause for the host, such as "it holds no tiles".
    public let words: String
    /// Whether nothing is wrong with the file: there is no room for it, for example.
    public let isElsewhere: Bool

    init(words: String, isElsewhere: Bool = false) { (self.words, self.isElsewhere) = (words, isElsewhere) }
}
