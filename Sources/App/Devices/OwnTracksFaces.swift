import Database
import Foundation
import Media
import Proximity
import Synchronization

/// Portraits for OwnTracks, made when they are first asked for and kept in memory.
///
/// An app gets somebody's portrait once in ``again`` seconds: with each of its reports it would be most of what a phone on
/// the move receives.
final class OwnTracksFaces: Sendable {
    static let again = 600.0
    /// The side of the square, in pixels: what the app draws.
    static let side = 192
    private static let maxFaces = 200
    private static let maxSent = 20_000

    private let uploads: Uploads
    private let state = Mutex(State())

    private struct State {
        /// By the name of the picture.
        var faces: [String: String] = [:]
        var sent: [Sent: Timestamp] = [:]
    }

    private struct Sent: Hashable {
        let device: ID<Device>
        let picture: String
    }

    init(uploads: Uploads) { self.uploads = uploads }

    /// A portrait in base64; nil if the app has it, or if there is none.
    func face(of person: Person, for device: ID<Device>, _ now: Timestamp) -> String? {
        guard let picture = person.picture else { return nil }
        let key = Sent(device: device, picture: picture)
        let known = state.withLock { state -> (isWanted: Bool, face: String?) in
            if let time = state.sent[key], abs(now - time) < OwnTracksFaces.again { return (false, nil) }
            if state.sent.count >= OwnTracksFaces.maxSent { state.sent = [:] }
            state.sent[key] = now
            return (true, state.faces[picture])
        }
        guard known.isWanted else { return nil }
        if let face = known.face { return face }
        // One that cannot be made now may be made the next time.
        guard let face = made(picture) else { return nil }
        state.withLock { state in
            if state.faces.count >= OwnTracksFaces.maxFaces { state.faces = [:] }
            state.faces[picture] = face
        }
        return face
    }

    private func made(_ picture: String) -> String? {
        guard let name = MediaName(picture) else { return nil }
        let bytes = try? uploads.processor.portrait(of: name, in: uploads.store, side: OwnTracksFaces.side)
        return bytes.map { Data($0).base64EncodedString() }
    }
}
