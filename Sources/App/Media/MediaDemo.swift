import Database
import Foundation
import HTTP
import Logging
import Media

/// The files of the demo world, which take the way of every upload.
extension Uploads {
    /// Takes a file out of the site's public ones, as if a form had brought it. nil if this host cannot: the people of the
    /// demo world then have initials, and their notes no photos.
    ///
    /// - Parameter file: its name with its extension: "tram.webp", "frozen-fountain.webm".
    func takeDemoFile(
        _ file: String, as use: MediaUse, for owner: ID<Account>, _ demo: DemoContext
    ) throws -> Prepared? {
        let path = "\(demo.pictures)/\(file)"
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let stored = TemporaryFile(path: path, byteCount: Int(status.st_size))
        // It stays where it is.
        stored.keep()
        let upload = UploadedFile(fieldName: "", fileName: "", contentType: "", file: stored)
        do {
            return try take(upload, asOneOf: [use], for: owner, uploadID: "", demo.now)
        } catch let refusal as RefusedUpload {
            let metadata: Logger.Metadata = ["file": "\(file)", "reason": "\(refusal.sentence)"]
            site.log.warning("the demo world lacks a file", metadata: metadata)
            return nil
        }
    }

    /// Takes a file as the draft of a form; nil as above.
    func takeDemoDraft(
        _ file: String, as use: MediaUse = .photo, for purpose: String, of owner: ID<Account>, _ demo: DemoContext
    ) throws -> MediaName? {
        try takeDemoFile(file, as: use, for: owner, demo).map { prepared in
            try keepDraft(prepared, of: owner, for: purpose, demo.now)
        }
    }

    /// Takes a picture as a draft that others have too: what is `known` is neither processed nor kept twice.
    func takeDemoDraft(
        _ file: String, for purpose: String, of owner: ID<Account>, _ demo: DemoContext,
        known: inout [String: (prepared: Prepared, name: MediaName)]
    ) throws -> MediaName? {
        if let (prepared, name) = known[file] {
            return try keepDraft(prepared, storedAs: name, of: owner, for: purpose, demo.now)
        }
        guard let prepared = try takeDemoFile(file, as: .photo, for: owner, demo) else { return nil }
        let name = try keepDraft(prepared, of: owner, for: purpose, demo.now)
        known[file] = (prepared, name)
        return name
    }
}
