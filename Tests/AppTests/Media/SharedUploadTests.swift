import Foundation
import HTTP
import TestTools
import Testing

@testable import App

/// Uploads files through the form: those of Tests/Fixtures, and normal and malicious ones beside the project.
struct SharedUploadTests {
    /// Sends a file and returns the status.
    private func send(_ visitor: Visitor, _ file: String) throws -> Int {
        try visitor.get("/settings/profile")
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        try visitor.upload(
            "/settings/profile", field: "avatar", file: bytes, named: "picture.jpg",
            fields: [("csrf", visitor.token), ("bio", "Kept")])
        return visitor.page.status
    }

    private func metadata(_ paths: [String]) throws -> String {
        let groups = ["EXIF", "XMP", "IPTC", "MakerNotes", "GPS"].map { "-\($0):all" }
        return try Tool.run("/usr/bin/exiftool", ["-q", "-a", "-G1", "-s"] + groups + paths).output
    }

    /// Uploads each file as a profile picture, and checks that it is stored clean or refused with a message that keeps
    /// the form.
    ///
    /// - Returns: how many were taken.
    private func upload(_ paths: [String]) throws -> Int {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        var taken = 0
        for file in paths {
            // Otherwise the hourly limit would be exceeded.
            site.wait(seconds: 60)
            let status = try send(aino, file)
            guard status == 200 else {
                #expect([413, 415, 422].contains(status), "\(file): \(status)")
                aino.sees("JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF")
                #expect(aino.page.forms.flatMap { $0.fields }.contains { $0 == ("bio", "Kept") }, "\(file)")
                continue
            }
            taken += 1
            site.app.runJobs()
            let name = try #require(site.storedNames.first)
            #expect(site.storedNames.count == 1, "\(file)")
            var stored: [String] = []
            for path in ["/media/\(name)", "/media/\(name)/large", "/media/\(name)/medium", "/media/\(name)/small"] {
                let answer = try aino.fetch(path)
                #expect(["image/jpeg", "image/webp"].contains(answer.headers["content-type"]), "\(file)")
                if case .file(let path, _, _) = answer.body { stored.append(path) }
            }
            #expect(try metadata(stored) == "", "\(file)")
        }
        return taken
    }

    @Test func `a picture of a phone is stored clean in every format, and no film or sound instead of one`() throws {
        let pictures = [
            "phone.jpg", "phone.heic", "phone.avif", "screen.png", "moving.gif", "moving.webp", "scan.tif",
            "drawing.bmp",
        ]
        let others = ["clip.mp4", "phone.mov", "clip.webm", "song.mp3", "song.flac", "run.json", "hike.gpx", "make"]
        #expect(try upload(pictures.map { FixtureFile.path($0) }) == pictures.count)
        #expect(try upload(others.map { FixtureFile.path($0) }) == 0)
    }

    @Test(.needsSharedData, arguments: ["photos", "hostile/made", "hostile/real"])
    func `every file is stored clean or refused with a message that keeps the form`(_ below: String) throws {
        #expect(try upload(SharedData.files(below: below).map { SharedData.path("\(below)/\($0)") }) > 0)
    }
}
