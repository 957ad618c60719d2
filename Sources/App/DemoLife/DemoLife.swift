import Database
import Foundation
import Logging
import Proximity

/// The people of a demo world while it is served by `cairn serve --demo`: they walk about together, write now and then, and
/// answer who writes to them. Only those act whom the demo world invented, and for themselves alone.
struct DemoLife: Feature {
    let positions: Positions
    let chats: Chats
    let groups: Groups
    /// The folder of the pictures that they send.
    let pictures: String
    let state = DemoState()

    var site: Site { groups.site }

    var routes: [Route] { [] }

    var jobKinds: [JobKind] { [talking, answering] }

    /// What the forms of their messages are called, by which they do not answer each other.
    static let ownKey = "demo-"

    /// Those whom the demo world invented, by name: who has the address that it gave them.
    func cast(_ database: Reader) throws -> [String: ID<Account>] {
        var people: [String: ID<Account>] = [:]
        for name in DemoCast.names {
            people[name] = try AccountQueries.credentials(database, username: DemoCast.address(of: name))?.id
        }
        return people
    }

    /// Whoever has a page open: for them nobody else speaks.
    var watchers: Set<ID<Account>> { Set(groups.events.hub.accounts) }

    /// A random number below another.
    func draw(_ below: Int) -> Int {
        let bytes = site.environment.randomBytes(2)
        return (Int(bytes[0]) << 8 | Int(bytes[1])) % below
    }

    /// Does what nobody waits for: what goes wrong is tried again by itself.
    func quietly(_ work: () throws -> Void) {
        do { try work() } catch { site.log.debug("the demo stands still", metadata: ["error": "\(error)"]) }
    }
}
