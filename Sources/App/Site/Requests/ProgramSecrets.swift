import Database
import HTTP
import Proximity

/// How the programs that call a route say whose they are.
struct ProgramSecrets: Sendable {
    /// What in a request may be the secret, most certain first. Called on the I/O loop.
    let candidates: @Sendable (RequestHead, [String: String]) -> [String]
    /// Whose a secret is; nil for nobody's.
    let account: @Sendable (String) throws -> ID<Account>?
}

extension Router {
    /// The account of a call, if its secret was valid not long ago.
    func knownCaller(_ head: RequestHead, _ route: Route, _ parameters: [String: String]) -> ID<Account>? {
        guard let programs = route.programs else { return nil }
        return programs.candidates(head, parameters).lazy
            .compactMap { site.recentPrograms.account($0, site.now) }.first
    }

    /// Reads the body of a call only if its secret is somebody's: else anybody could fill memory and disk.
    func decide(
        _ head: RequestHead, _ programs: ProgramSecrets, _ parameters: [String: String]
    ) -> BodyDecision {
        for secret in programs.candidates(head, parameters) {
            guard let account = try? programs.account(secret) else { continue }
            site.recentPrograms.record(secret, of: account, site.now)
            return .read
        }
        return .skip
    }
}
