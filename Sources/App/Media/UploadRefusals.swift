import Foundation
import HTTP
import Media

extension Uploads {
    /// What a handler throws for what went wrong in the workshop.
    static func failure(_ refusal: MediaRefusal) -> RefusedUpload {
        switch refusal {
        case .busy: RefusedUpload(status: .serviceUnavailable, sentence: refusal.sentence, retryAfter: 60)
        case .noTool: RefusedUpload(status: .serviceUnavailable, sentence: refusal.sentence, retryAfter: 600)
        case .notAccepted: RefusedUpload(status: .unsupportedMediaType, sentence: refusal.sentence)
        case .tooLarge(.bytes): RefusedUpload(status: .contentTooLarge, sentence: refusal.sentence)
        case .tooLarge, .broken, .tooHard: RefusedUpload(status: .unprocessableContent, sentence: refusal.sentence)
        }
    }

    /// Runs work on media with its errors made into those of handlers; what is this machine's fault goes to the log.
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
