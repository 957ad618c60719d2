import Database
import Foundation
import HTTP
import Logging
import Media

/// The pictures of the demo world, which take the way of every upload.
extension Uploads {
    /// Takes a picture out of the site's public files, as if a form had brought it. nil if this host cannot: the people
    /// of the demo world then have initials, and their notes no photos.
    func takeDemoPicture(
        _ name: String, as use: MediaUse, for owner: ID<Account>, _ demo: DemoContext
    ) throws -> Prepared? {
        let path = "\(demo.pictures)/\(name).webp"
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let file = TemporaryFile(path: path, byteCount: Int(status.st_size))
        // It stays where it is.
        file.keep()
        let upload = UploadedFile(fieldName: "photo", fileName: "", contentType: "image/webp", file: file)
        do { return try take(upload, asOneOf: [use], for: owner, uploadID: "", demo.now) } catch let refusal as RefusedUpload {
            let metadata: Logger.Metadata = ["picture": "\(name)", "reason": "\(refusal.sentence)"]
            site.log.warning("the demo world lacks a picture", metadata: metadata)
            return nil
        }
    }

    /// Takes a picture as the draft of a form; nil as above.
    func takeDemoDraft(
        _ name: String, for purpose: String, of owner: ID<Account>, _ demo: DemoContext
    ) throws -> MediaName? {
        try takeDemoPicture(name, as: .photo, for: owner, demo).map { prepared in
            try keep(prepared, of: owner, demo.now) { database, name in
                try DraftQueries.insert(database, name, of: owner, for: purpose, demo.now)
            }
        }
    }
}
