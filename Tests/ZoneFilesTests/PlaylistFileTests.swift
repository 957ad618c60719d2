import Foundation
import TestTools
import Testing

@testable import ZoneFiles

/// The order of songs from playlists.
struct PlaylistFileTests {
    private func names(_ text: String, _ encoding: String.Encoding = .utf8) throws -> [String] {
        try PlaylistFile.names(try #require(text.data(using: encoding))).map { $0.decoded }
    }

    @Test func `M3U names a file a line, with any folders, ends of lines and comments`() throws {
        let text =
            "\u{FEFF}#EXTM3U\r\n#EXTINF:203,gravity\r\n/home/me/20 - gravity.mp3\r\nx:\\music\\tö.ogg\r\n\r\nlast.flac"
        #expect(try names(text) == ["20 - gravity.mp3", "tö.ogg", "last.flac"])
        #expect(try names("# comment\rabc.mp3\rdef.mp3") == ["abc.mp3", "def.mp3"])
        #expect(
            try names("file:///a/01%20Invisible%20(RED).mp3\nhttp://a.example/b.mp3?x=1#y") == [
                "01 Invisible (RED).mp3", "b.mp3",
            ])
        #expect(try names("50% off?.mp3") == ["50% off?.mp3"])
    }

    @Test func `it may be UTF-16 or Windows-1252`() throws {
        #expect(try names("#EXTM3U\ntést.mp3", .utf16) == ["tést.mp3"])
        #expect(try names("tést.mp3", .isoLatin1) == ["tést.mp3"])
        #expect(
            try names("#EXTM3U\r\nMusic\\Don\u{92}t Stop \u{96} A.mp3\r\n", .isoLatin1) == ["Don’t Stop – A.mp3"])
    }

    @Test func `a line of another encoding spoils no other`() throws {
        let mixed = Data("Łódź.mp3\n".utf8) + Data([0x47, 0x72, 0xFC, 0x6E]) + Data(".mp3\r東京.mp3\r\n".utf8)
        #expect(try PlaylistFile.names(mixed).map { $0.decoded } == ["Łódź.mp3", "Grün.mp3", "東京.mp3"])
        let numbered = Data("[playlist]\nFile1=Łódź.mp3\nFile2=Gr".utf8) + Data([0xFC]) + Data("n.mp3".utf8)
        #expect(try PlaylistFile.names(numbered).map { $0.decoded } == ["Łódź.mp3", "Grün.mp3"])
        // Half of a pair of UTF-16, and half of a unit at the end.
        for (mark, encoding) in [([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian)]
            as [([UInt8], String.Encoding)]
        {
            let half: [UInt8] = mark[0] == 0xFF ? [0x00, 0xD8] : [0xD8, 0x00]
            let text = try #require("Łódź.mp3\n東京.mp3".data(using: encoding))
            let odd = try #require("\nx.mp3\n".data(using: encoding))
            let found = try PlaylistFile.names(Data(mark + half) + odd + text + Data([0x41])).map { $0.decoded }
            #expect(found.suffix(3) == ["x.mp3", "Łódź.mp3", "東京.mp3"], "\(found)")
        }
    }

    @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}"])
    func `only CR, LF and both end a line`(_ mark: String) throws {
        #expect(try names("a\(mark)b.mp3\rc.mp3\r\nd.mp3\ne.mp3") == ["a\(mark)b.mp3", "c.mp3", "d.mp3", "e.mp3"])
        #expect(try names("[playlist]\nFile1=a\(mark)b.mp3\rFile2=c.mp3") == ["a\(mark)b.mp3", "c.mp3"])
    }

    @Test func `the kind is told after comments, blank lines and the mark of the encoding`() throws {
        for start in ["; by hand\r\n", "\u{FEFF}", "\u{FEFF}; by hand\n\n # and\n", "\n\n", " "] {
            let list = "\(start)[Playlist]\r\n;File3=x.mp3\r\nfile10=Less < More.mp3\r\nFILE2 = Cat & Dog.mp3\r\n"
            #expect(try names(list) == ["Cat & Dog.mp3", "Less < More.mp3"], "\(start)")
        }
        let xspf = "<playlist><trackList><track><location>a.mp3</location></track></trackList></playlist>"
        #expect(try names("\u{FEFF}\r\n<!-- by hand -->\(xspf)") == ["a.mp3"])
        // A file may be called like that.
        #expect(try names("#EXTM3U\n[playlist] best.mp3\n;a.mp3") == ["[playlist] best.mp3", ";a.mp3"])
    }

    @Test func `a name is kept as it stands and decoded`() throws {
        let found = try PlaylistFile.names(Data("x/100%25.mp3\n50%.mp3\n%2F\na/b%2Fc.mp3".utf8))
        #expect(found.map { $0.written } == ["100%25.mp3", "50%.mp3", "%2F", "b%2Fc.mp3"])
        #expect(found.map { $0.decoded } == ["100%.mp3", "50%.mp3", "%2F", "c.mp3"])
    }

    @Test func `PLS has numbers, XSPF locations`() throws {
        let pls =
            "[playlist]\nNumberOfEntries=4294967297\nFile2=b.mp3\nFile1=filename with spaces.mp3\nFile99999999999999999999=c.mp3\nTitle1=x"
        #expect(try names(pls) == ["filename with spaces.mp3", "b.mp3"])
        let xspf = """
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>http://example.com/foo%20bar.mp3</location>
            <title>Foo</title></track><track><title>none</title></track></trackList></playlist>
            """
        #expect(try names(xspf) == ["foo bar.mp3"])
    }

    @Test func `an encoded slash is one, and a name is short in scalars`() throws {
        #expect(try names("a/b%2Fc.mp3\nhttp://a.example/x%5Cd%20e.mp3") == ["c.mp3", "d e.mp3"])
        let marks = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(try names(marks).allSatisfy { $0.unicodeScalars.count <= 255 })
    }

    @Test func `what names no file is refused`() {
        for text in [
            "", "#EXTM3U", "[playlist]\nVersion=2", "<asx/>", "<!DOCTYPE p [<!ENTITY x \"y\">]><playlist/>", "/",
        ] {
            #expect(throws: ZoneFileProblem.self, "\(text)") { try names(text) }
        }
        #expect(throws: ZoneFileProblem.self) { try PlaylistFile.names(Data(count: PlaylistFile.largest + 1)) }
    }

    @Test func `a playlist of more entries than are read is refused, and not read in part`() throws {
        func entries(_ count: Int, _ entry: (Int) -> String) -> String {
            (0..<count).map(entry).joined(separator: "\n")
        }
        let tooMany = ZoneFileProblem("The playlist has more than 10,000 entries.")
        #expect(try names(entries(PlaylistFile.most) { _ in "a.mp3" }).count == PlaylistFile.most)
        #expect(throws: tooMany) { try names(entries(PlaylistFile.most + 1) { _ in "a.mp3" }) }
        func pls(_ count: Int) -> String {
            "[playlist]\n" + entries(count) { "File\($0)=a.mp3\nTitle\($0)=a\nLength\($0)=-1" }
        }
        #expect(try names(pls(PlaylistFile.most)).count == PlaylistFile.most)
        #expect(throws: tooMany) { try names(pls(PlaylistFile.most + 1)) }
        #expect(throws: tooMany) { try names("[playlist]\n" + entries(4 * PlaylistFile.most) { _ in "File1=a.mp3" }) }
    }

    @Test func `entities are refused in every encoding`() throws {
        func file(_ type: String, _ location: String) throws -> Data {
            let text =
                "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(type)<playlist><trackList><track><location>\(location)"
                + "</location></track></trackList></playlist>"
            return try #require(text.data(using: .utf16))
        }
        #expect(try PlaylistFile.names(file("", "a/b.mp3")).map { $0.decoded } == ["b.mp3"])
        #expect(throws: ZoneFileProblem.self) {
            try PlaylistFile.names(file("<!DOCTYPE p [<!ENTITY x \"a.mp3\">]>", "&x;"))
        }
    }

    @Test(.needsSharedData) func `real playlists are read`() throws {
        let folder = URL(filePath: SharedData.path("audio/playlists"))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasSuffix(".asx") {
            let found = try PlaylistFile.names(Data(contentsOf: folder.appending(path: name))).map { $0.decoded }
            #expect(!found.isEmpty && !found.contains { $0.contains("/") || $0.contains("\\") }, "\(name): \(found)")
        }
    }
}
