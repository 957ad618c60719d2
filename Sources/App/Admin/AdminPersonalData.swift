import Database
import Proximity

/// Actions about a person stay when the account is deleted, without the name.
extension Admin {
    var personalData: PersonalData {
        PersonalData(
            leftOut: ["admin_action": "the site’s record of what its administrators did, kept for the others"],
            delete: { database, account, _ in try AdminQueries.deleteName(database, of: account) })
    }
}

extension AdminQueries {
    /// Removes a person's name from the actions about them.
    static func deleteName(_ database: Writer, of account: ID<Account>) throws {
        try database.execute(
            "UPDATE admin_action SET about_name = \(Person.deletedName) WHERE about_id = \(account)")
    }
}
