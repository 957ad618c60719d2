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
        var reading = AppReading()
        let outcome = try site.database.onBehalf(of: sender.app.account.rawValue) {
            guard
                positions.limits.mayRead(
                    context.request.body.byteCount, from: sender.reporter(context.now), context.now)
            else { return try drop(from: sender, context.now) }
            reading = read(context, source)
            return try take(reading, from: sender, context.now)
        }
        switch outcome {
        case .ended: return try Devices.unauthorized(context)
        case .dropped: return try answer(source, reading, to: nil, context)
        case .taken: return try answer(source, reading, to: sender, context)
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
        let hashes = AppCredentials.candidates(context.request.head, context.parameters).map { TokenHash.of($0) }
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
        // A stray "%" in one field, such as the battery's charge, loses no point.
        let form = isForm ? try? FormFields.urlEncoded(body, keepsBrokenEscapes: true) : nil
        return AppMessage(fields: query + (form?.values ?? []), body: body)
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
        let possible = reading.fixes.filter { Plausibility.isPossible($0.time, now: now) }
        var refusals = reading.refusals
        refusals += Array(repeating: .impossibleTime, count: reading.fixes.count - possible.count)
        var (fixes, wait) = positions.limits.attempt(possible, from: reporter, now)
        if wait != nil && fixes.isEmpty { return try drop(from: sender, now) }
        refusals += Array(repeating: .tooOften, count: possible.count - fixes.count)
        if sender.app.isPaused {
            refusals += Array(repeating: .paused, count: fixes.count)
            fixes = []
        }
        guard !fixes.isEmpty || !refusals.isEmpty else { return .taken }
        return try store(fixes, refusals, from: sender, now) ? .taken : .ended
    }

    /// Drops a request of an app that sends too much, of which its owner is told once a minute, because a note is a write.
    private func drop(from sender: AppSender, _ now: Timestamp) throws -> Outcome {
        guard positions.limits.mayNote("often-\(sender.app.device)", now) else { return .dropped }
        return try store([], [.tooOften], from: sender, now) ? .dropped : .ended
    }

    /// Stores fixes, some at a time: others write in between.
    ///
    /// - Returns: whether the app still exists.
    private func store(
        _ fixes: [Fix], _ refusals: [ReportRefusal], from sender: AppSender, _ now: Timestamp
    ) throws -> Bool {
        let (reporter, device) = (sender.reporter(now), sender.app.device)
        let prepared = positions.prepared(fixes, from: reporter, now)
        var refusals = refusals
        for start in stride(from: 0, to: max(1, prepared.count), by: Positions.mostAtOnce) {
            let part = prepared[start...].prefix(Positions.mostAtOnce)
            let isEnd = part.endIndex == prepared.count
            let known = refusals
            let implausible = try site.database.write { database -> Int? in
                var implausible = 0
                if part.isEmpty {
                    guard try PhoneAppQueries.exists(database, device) else { return nil }
                } else {
                    guard let taken = try positions.take(database, Array(part), isEnd: isEnd, from: reporter, now)
                    else {
                        return nil
                    }
                    implausible = taken.arrivals.count { $0.map { !$0.isPlausible } ?? false }
                }
                if isEnd {
                    let found = known + Array(repeating: .implausible, count: implausible)
                    try PhoneAppQueries.insert(database, refused: found, of: device, now)
                    events.pass(database, "change", #"{"part":"\#(Devices.part(device))"}"#, to: sender.app.account)
                }
                return implausible
            }
            guard let implausible else { return false }
            refusals += Array(repeating: .implausible, count: implausible)
        }
        return true
    }

    private static func unauthorized(_ context: RequestContext) throws -> Response {
        var response = try context.json(
            ["error": "No device has this token. Make a new one on the page of the device."], status: .unauthorized)
        // Apps that send credentials only when they are asked.
        response.headers.set("WWW-Authenticate", #"Basic realm="Cairn""#)
        return response
    }
}
