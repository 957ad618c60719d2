import Database

extension Friends: AccountObserver {
    /// A findable person is found by the address they confirmed last.
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws {
        try FriendQueries.setCode(database, of: account, folded.map { code(ofAddress: $0) })
    }
}
