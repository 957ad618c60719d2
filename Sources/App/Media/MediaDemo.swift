import Database
import Foundation
import HTTP
import Logging
import Media

/// The files of the demo world, which take the way of every upload.
extension Uploads {
    /// Processes all files that the demo world may ask for, as what they are: a portrait has a person's name.
    func prepareDemoFiles(_ demo: DemoContext) throws {
        // Nobody looks at pages yet: all processors are free.
        let processor = try MediaProcessor(
            folder: workDirectory.path + "/demo", isolation: self.processor.isolation,
            processors: ChildProcess.processors + 1, memo: self.processor.memo,
            randomBytes: site.environment.randomBytes)
        demo.files.prepare(in: demo.pictures) { file in
            let use: MediaUse =
                file.hasSuffix(".webm")
                ? .clip
                : file.hasSuffix(".ogg")
                    ? .song
                    : demo.people[String(file.prefix { $0 != "." })] != nil ? .avatar : .photo
            return try processor.take("\(demo.pictures)/\(file)", as: use)
        }
    }

    /// Takes a file out of the site's public ones, as if a form had brought it. nil if this host cannot: the people of the
    /// demo world then have initials, and their notes no photos.
    ///
    /// - Parameter file: its name with its extension: "tram.webp", "frozen-fountain.webm".
    func receiveDemoFile(
        _ file: String, as use: MediaUse, for owner: ID<Account>, _ demo: DemoContext
    ) throws -> Prepared? {
        if let prepared = demo.files.taken(file, as: use) { return prepared }
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

    /// Takes a file as the draft of a form; nil as above. One that others have too is neither processed nor stored twice.
    func receiveDemoDraft(
        _ file: String, as use: MediaUse = .photo, for purpose: String, of owner: ID<Account>, _ demo: DemoContext
    ) throws -> MediaName? {
        if let (prepared, name) = demo.files.stored(file, as: use) {
            return try keepDraft(prepared, storedAs: name, of: owner, for: purpose, demo.now)
        }
        guard let prepared = try receiveDemoFile(file, as: use, for: owner, demo) else { return nil }
        let name = try keepDraft(prepared, of: owner, for: purpose, demo.now)
        demo.files.keep(file, prepared, storedAs: name)
        return name
    }
}
