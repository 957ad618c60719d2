import Database
import Foundation
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
}
