import Foundation
import HTTP
import TestTools
import Testing

@testable import App

/// A folder with test files outside the repository, if there is one.
let sharedData: String? = {
    let named = ProcessInfo.processInfo.environment["CAIRN_SHARED"]
    let beside = URL(filePath: #filePath).appending(path: "../../../../../shared").standardized.path
    let path = (named ?? beside) + "/data"
    return FileManager.default.fileExists(atPath: path) ? path : nil
}()

/// Uploads normal and malicious files through the form. Skipped without the folder.
@Suite(.enabled(if: sharedData != nil)) struct SharedUploadTests {
    private static func files(_ below: String) -> [String] {
        guard let sharedData, let walk = FileManager.default.enumerator(atPath: "\(sharedData)/\(below)") else {
            return []
        }
        return walk.compactMap { $0 as? String }.sorted().map { "\(sharedData)/\(below)/\($0)" }.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// Sends a file and returns the status.
    private func send(_ visitor: Visitor, _ file: String) throws -> Int {
        try visitor.get("/settings/profile")
        let bytes = Array(try Data(contentsOf: URL(filePath: file)))
        try visitor.upload(
            "/settings/profile", "avatar", file: bytes, named: "picture.jpg",
            [("csrf", visitor.token), ("bio", "Kept")])
        return visitor.page.status
    }

    private func metadata(_ paths: [String]) throws -> String {
        let groups = ["EXIF", "XMP", "IPTC", "MakerNotes", "GPS"].map { "-\($0):all" }
        return try Tool.run("/usr/bin/exiftool", ["-q", "-a", "-G1", "-s"] + groups + paths).output
    }

    @Test(arguments: ["photos", "hostile/made", "hostile/real"])
    func `every file is stored clean or refused with a message that keeps the form`(_ below: String) throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        var taken = 0
        for file in SharedUploadTests.files(below) {
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
        #expect(taken > 0)
    }
}
