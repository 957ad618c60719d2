import Database
import Proximity

extension Account { static let guests: SQL = "(SELECT account_id FROM administrator WHERE account_id < 0)" }
extension Viewer { var isGuest: Bool { false } }
extension Route { var forGuests: Route { self } }
extension Arrival { var battery: Int? { nil } }
extension Accounts { func endGuest(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws {} }
protocol GuestSource: Feature { func guestPath(_ database: Reader, for viewer: Viewer) throws -> String? }
