import Database
import Foundation
import HTTP
import Media
import Testing
import ZoneFiles

@testable import App

/// Songs in the order of a playlist.
struct ZoneOrderTests {
    private func order(_ files: String..., by playlist: String) throws -> (files: [String], unmatched: [String]) {
        let media = try #require(MediaName(String(repeating: "a", count: 26)))
        let tracks = files.enumerated().map { number, file in
            ZoneTrack(
                id: ID(rawValue: Int64(number)), zone: ID(rawValue: 1), media: media, preview: nil, title: "",
                artist: "", album: "", fileName: file, seconds: 0, gain: 0, votes: 0, isVoted: false)
        }
        let order = ZoneOrder(of: tracks, by: try PlaylistFile.names(Data(playlist.utf8)))
        return (order.ids.map { files[Int($0.rawValue)] }, order.unmatched)
    }

    @Test func `a song is found by its name as it stands before the decoded one`() throws {
        #expect(
            try order("a.mp3", "100%.mp3", "100%25.mp3", by: "100%25.mp3").files
                == ["100%25.mp3", "a.mp3", "100%.mp3"])
        #expect(try order("a.mp3", "100%.mp3", by: "x/100%25.mp3").files == ["100%.mp3", "a.mp3"])
        // What is named again is the same song again.
        let twice = try order("a.mp3", "100%.mp3", "100%25.mp3", by: "100%25.mp3\n100%25.mp3")
        #expect(twice.files == ["100%25.mp3", "a.mp3", "100%.mp3"] && twice.unmatched.isEmpty)
    }

    @Test func `songs of the same name are taken one after the other, and what is not there is told`() throws {
        let found = try order("A.mp3", "b.mp3", "a.MP3", by: "b.mp3\na.mp3\nNo%20such.mp3\na.mp3\na.mp3")
        #expect(found.files == ["b.mp3", "A.mp3", "a.MP3"])
        #expect(found.unmatched == ["No such.mp3"])
    }

    @Test(arguments: [
        "a\u{2028}b.mp3", "a\u{85}b.mp3", "\u{200E}a\u{200F}b.mp3", "a\u{FEFF}b.mp3", "a\u{202E}b.mp3", "a\tb.mp3",
        "\u{A0}ab.mp3", "AB .mp3\u{3000}", "A\u{308}.mp3", String(repeating: "ä", count: 200) + ".mp3",
    ])
    func `a song is found by the name that its file had before it was brought`(name: String) throws {
        let kept = FileName.clean(name)
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        for entry in [name, "music/\(name)", "http://a.example/\(encoded)"] {
            let found = try order("first.mp3", kept, by: entry)
            #expect(found.files == [kept, "first.mp3"] && found.unmatched.isEmpty, "\(entry)")
        }
    }

    @Test func `a name of nothing to see finds no song without one, and is told without what cannot be seen`() throws {
        let found = try order("", by: "..\n\u{2028}\nb\u{202E}c.mp3")
        let odd = "a name that cannot be shown"
        #expect(found.files == [""] && found.unmatched == [odd, odd, "bc.mp3"])
    }
}
