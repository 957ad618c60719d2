import Foundation
import Safeguards

extension MediaProcessor {
    /// Makes a square JPEG of the middle of a stored image, for programs that show one size alone.
    ///
    /// - Parameter side: in pixels; a smaller image is enlarged.
    /// - Returns: the file.
    /// - Throws: `MediaRefusal` when there is no such image, `MediaFault`.
    public func portrait(of name: MediaName, in store: MediaStore, side: Int) throws -> [UInt8] {
        try inTurn(queue, ticket: AdmissionTicket()) {
            let work = try emptyFolder()
            let source = store.path(name, .medium)
            guard FileManager.default.fileExists(atPath: source) else { throw MediaRefusal.broken(.avatar) }
            try work.take(source, as: "source")
            let report = try tools.run(
                "vips",
                [
                    "thumbnail", "source", "portrait.jpg[strip,background=255,Q=75]", "\(side)", "--height", "\(side)",
                    "--crop", "centre",
                ], in: work.path, output: "portrait.jpg", limits: ChildProcess.Limits(addressSpace: 3 << 30),
                for: .avatar, environment: ["VIPSHOME": "/nonexistent"])
            guard report.succeeded, let data = FileManager.default.contents(atPath: "\(work.path)/portrait.jpg")
            else { throw Tools.refusal(report, .avatar) }
            return Array(data)
        }
    }
}
