/// The name of stored media: 26 characters of `a…z2…7`, 128 bits that nobody can guess.
public struct MediaName: Sendable, Hashable, CustomStringConvertible {
    /// The characters.
    public let text: String
    /// The same as `text`.
    public var description: String { text }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// A name from a link; nil for any other text, so that a name is safe in a path.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 26, text.utf8.allSatisfy({ MediaName.alphabet.contains($0) }) else { return nil }
        self.text = String(text)
    }

    /// A name from 16 random bytes; nil for any other number of bytes.
    init?(random bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        var (letters, bits, held): ([UInt8], Int, Int) = ([], 0, 0)
        for byte in bytes + [0] {
            (bits, held) = (bits << 8 | Int(byte), held + 8)
            while held >= 5 && letters.count < 26 {
                held -= 5
                letters.append(MediaName.alphabet[bits >> held & 31])
            }
            bits &= 31
        }
        text = String(decoding: letters, as: UTF8.self)
    }
}
