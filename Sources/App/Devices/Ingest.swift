import Database
import Foundation
import HTTP
import PositionSources
import Proximity

/// `/ingest/…`: what phone apps send.
extension Devices {
    /// Takes a request of an app. Whatever is wrong with it, it gets the protocol's good answer, because apps send again
    /// for ever what is refused, and nothing after it.
    func take(_ context: RequestContext, _ source: PositionSource) throws -> Response {
        guard let sender = try sender(context) else { return try Devices.unauthorized(context) }
        let reading = read(context, source)
        switch try take(reading, from: sender, context.now) {
        case .ended: return try Devices.unauthorized(context)
        case .dropped: return try answer(source, reading: reading, to: nil, in: context)
        case .taken: return try answer(source, reading: reading, to: sender, in: context)
        }
    }

    /// What became of a request.
    enum Outcome {
        case taken
        /// The app sends too often: the answer is good, and costs nothing to make.
        case dropped
        /// The app was ended meanwhile.
        case ended
    }

    private func sender(_ context: RequestContext) throws -> AppSender? {
        let hashes = AppCredentials.candidates(context).map { TokenHash.of($0) }
        guard !hashes.isEmpty else { return nil }
        return try site.database.read { database in
            for hash in hashes {
                if let sender = try PhoneAppQueries.sender(database, tokenHash: hash) { return sender }
            }
            return nil
        }
    }

    private func read(_ context: RequestContext, _ source: PositionSource) -> AppReading {
        let encoding = context.request.head.headers["content-encoding"] ?? "identity"
        guard encoding.lowercased() == "identity" else {
            var reading = AppReading()
            reading.refusals = [.compressed]
            return reading
        }
        return source.read(message(context), now: context.now)
    }

    /// The body is a form unless it begins like JSON: some apps send either without saying which.
    private func message(_ context: RequestContext) -> AppMessage {
        let query = context.query.values
        let type = context.request.head.headers["content-type"] ?? ""
        if type.lowercased().hasPrefix("multipart/"), let form = try? context.request.form() {
            return AppMessage(fields: query + form.values)
        }
        let body = body(context.request.body)
        let isForm = body.first.map { $0 != UInt8(ascii: "{") } ?? false
        let form = isForm ? (try? FormFields.urlEncoded(body))?.values ?? [] : []
        return AppMessage(fields: query + form, body: body)
    }

    private func body(_ body: Body) -> [UInt8] {
        switch body {
        case .empty, .multipart: []
        case .bytes(let bytes): bytes
        case .file(let file): FileManager.default.contents(atPath: file.path).map { Array($0) } ?? []
        }
    }

    /// Stores what a request says, and lets the features react.
    func take(_ reading: AppReading, from sender: AppSender, _ now: Timestamp) throws -> Outcome {
        let reporter = sender.reporter(now)
        let newest = reading.fixes.max { $0.time < $1.time }
        var refusals = reading.refusals
        var fixes = reading.fixes.filter { Plausibility.isPossible($0.time, now: now) }
        refusals += Array(repeating: .impossibleTime, count: reading.fixes.count - fixes.count)
        var outcome = Outcome.taken
        if positions.limits.attempt(newest, from: reporter, now) != nil {
            outcome = .dropped
            // Noted once a minute, because a note is a write.
            guard positions.limits.mayNote("often-\(sender.app.device)", now) else { return outcome }
            (fixes, refusals) = ([], [.tooOften])
        } else if sender.app.isPaused {
            (fixes, refusals) = ([], fixes.isEmpty ? [] : [.paused])
        }
        guard !fixes.isEmpty || !refusals.isEmpty else { return outcome }
        let prepared = positions.prepared(fixes, from: reporter, now)
        return try site.database.write { [refusals, outcome] database in
            var refusals = refusals
            if prepared.isEmpty {
                guard try PhoneAppQueries.exists(database, sender.app.device) else { return .ended }
            } else {
                guard let outcomes = try positions.store(database, prepared, from: reporter, at: now) else {
                    return .ended
                }
                refusals += outcomes.compactMap { outcome in
                    guard case .validated(let submission, _) = outcome, !submission.isPlausible else { return nil }
                    return .implausible
                }
            }
            try PhoneAppQueries.insert(database, refused: refusals, of: sender.app.device, now)
            events.broadcast(
                database, "change", data: #"{"part":"\#(Devices.part(sender.app.device))"}"#, to: sender.app.account)
            return outcome
        }
    }

    private static func unauthorized(_ context: RequestContext) throws -> Response {
        var response = try context.json(
            ["error": "No device has this token. Make a new one on the page of the device."], status: .unauthorized)
        // Apps that send credentials only when they are asked.
        response.headers.set("WWW-Authenticate", #"Basic realm="Cairn""#)
        return response
    }
}
