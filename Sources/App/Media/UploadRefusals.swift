import Foundation
import HTTP
import Media

extension Uploads {
    /// Converts a refusal of the media processor into the error that handlers throw.
    static func failure(_ refusal: MediaRefusal) -> RefusedUpload {
        switch refusal {
        case .busy: RefusedUpload(status: .serviceUnavailable, sentence: refusal.sentence, retryAfter: 60)
        case .noTool: RefusedUpload(status: .serviceUnavailable, sentence: refusal.sentence, retryAfter: 600)
        case .notAccepted, .undecodable: RefusedUpload(status: .unsupportedMediaType, sentence: refusal.sentence)
        case .tooLarge(.bytes): RefusedUpload(status: .contentTooLarge, sentence: refusal.sentence)
        case .tooLarge, .broken, .tooHard: RefusedUpload(status: .unprocessableContent, sentence: refusal.sentence)
        }
    }

    /// Runs work on media and converts its errors; logs those that are this machine's fault.
    func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let refusal as MediaRefusal {
            if case .noTool(let name) = refusal {
                site.log.error("a program is missing: files are refused", metadata: ["program": "\(name)"])
            }
            throw Uploads.failure(refusal)
        } catch let fault as MediaFault where fault.code == ENOSPC || fault.code == EDQUOT {
            site.log.error("no room for media", metadata: ["error": "\(fault)"])
            throw Uploads.noSpace
        }
    }

    static let noSpace = RefusedUpload(
        status: .insufficientStorage, sentence: "There is no room left for files here just now.")
}
