import Foundation
import Testing

@testable import Media

/// The tags of songs in the encodings that programs write.
struct SongTagTests {
    private let folder: Folder
    private let workshop: MediaProcessor

    init() throws {
        folder = try Folder()
        workshop = try makeWorkshop(folder)
    }

    /// A song without tags.
    private func tone(_ name: String) throws -> Data {
        try folder.make(
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=d=0.5", "-map_metadata", "-1", "-id3v2_version",
            "0",
            name)
        return try Data(contentsOf: URL(fileURLWithPath: folder(name)))
    }

    private func tags(_ name: String, _ file: Data) throws -> SongTags? {
        try workshop.take(folder.write(name, file), as: .song).tags
    }

    /// Each character as a byte.
    private func latin(_ text: String) -> Data { Data(text.unicodeScalars.map { UInt8($0.value) }) }

    /// An ID3v2 tag, all of it marked as Latin-1.
    private func marked(title: Data, artist: Data, album: Data) -> Data {
        // Two bytes of flags and the mark of Latin-1.
        func frame(_ name: String, _ text: Data) -> Data {
            Data(name.utf8) + Fixture.big(text.count + 1, 4) + Data(count: 3) + text
        }
        let frames = frame("TIT2", title) + frame("TPE1", artist) + frame("TALB", album)
        return Data("ID3\u{3}\0\0".utf8) + Fixture.big(frames.count, 4) + frames
    }

    @Test func `what is marked as Latin-1 may be UTF-8`() throws {
        let tag = marked(
            title: Data("Žluťoučký kůň".utf8), artist: Data("Übermut".utf8), album: Data("Ääkköset".utf8))
        let tags = try tags("marked.mp3", tag + tone("tone.mp3"))
        #expect(tags?.title == "Žluťoučký kůň" && tags?.artist == "Übermut" && tags?.album == "Ääkköset")
    }

    @Test func `what is marked as Latin-1 may be Windows-1252, or UTF-8 that was cut within its last character`() throws
    {
        let tag = marked(
            title: latin("Don\u{92}t \u{96} \u{93}Stop\u{94}"), artist: Data("Kapela Łódź".utf8).dropLast(),
            album: latin("Für Elisé"))
        let tags = try tags("marked.mp3", tag + tone("tone.mp3"))
        #expect(tags?.title == "Don’t – “Stop”" && tags?.artist == "Kapela Łód" && tags?.album == "Für Elisé")
    }

    @Test func `tags at the end of an MP3 may be Windows-1252, or UTF-8 that was cut within a character`() throws {
        // ID3v1: fields of thirty bytes, a year, a comment and a genre.
        func field(_ text: Data) -> Data { text + Data(count: 30 - text.count) }
        let long = Data("Łódź nocą i świt nad Wisłą".utf8)
        #expect(long[29] == 0xC5)
        let tag =
            Data("TAG".utf8) + long.prefix(30) + field(latin("Krak\u{F3}w \u{96} A")) + field(Data("Übermut".utf8))
        let tags = try tags("old.mp3", tone("tone.mp3") + tag + Data(count: 35))
        #expect(tags?.title == "Łódź nocą i świt nad Wis" && tags?.artist == "Kraków – A" && tags?.album == "Übermut")
    }

    @Test(arguments: ["Café \u{96} x", "Grün"])
    func `tags of a WAV may be Windows-1252`(title: String) throws {
        // RIFF INFO: chunks of an even length in a list.
        func chunk(_ name: String, _ data: Data) -> Data {
            Data(name.utf8) + Fixture.little(data.count, 4) + data + Data(count: data.count % 2)
        }
        let list = chunk(
            "LIST", Data("INFO".utf8) + chunk("INAM", latin(title)) + chunk("IART", Data("Göran".utf8)))
        let wave = try tone("tone.wav") + list
        let whole = wave.prefix(4) + Fixture.little(wave.count - 8, 4) + wave.dropFirst(8)
        let tags = try tags("old.wav", whole)
        #expect(tags?.title == title.replacing("\u{96}", with: "–") && tags?.artist == "Göran")
    }
}
