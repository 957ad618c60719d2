import Database
import Proximity

/// What administrators did about a person stays for the others, without a name.
extension Admin {
    var personalData: PersonalData {
        PersonalData(
            leftOut: ["admin_action": "the site's record of what its administrators did, kept for the others"],
            delete: { database, account, _ in try AdminQueries.deleteName(database, of: account) })
    }
}

extension AdminQueries {
    /// Removes somebody's name from what was done about them.
    static func deleteName(_ database: Writer, of account: ID<Account>) throws {
        try database.execute(
            "UPDATE admin_action SET about_name = \(Person.deletedName) WHERE about_id = \(account)")
    }
}
