import Crypto
import Foundation

/// A stored password: scrypt (RFC 7914) in a PHC string, `$scrypt$ln=15,r=8,p=3$SALT$HASH`.
struct PasswordHash: Sendable {
    /// The work factors. log2(N) = 15, r = 8, p = 3 take 32 MiB and about 0.3 s: what OWASP's cheat sheet asks for.
    struct Cost: Sendable, Equatable {
        var logRounds = 15
        var blockSize = 8
        var parallelism = 3

        /// For tests, which create hundreds of accounts.
        static let trifling = Cost(logRounds: 4, blockSize: 1, parallelism: 1)
    }

    let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a password; slow by design.
    init(_ password: String, cost: Cost, salt: [UInt8]) throws {
        self.cost = cost
        self.salt = salt
        hash = try PasswordHash.derive(password, cost: cost, salt: salt)
    }

    /// What no password has, without the time of hashing one.
    init(ofNothing cost: Cost, randomBytes: (Int) -> [UInt8]) {
        self.cost = cost
        (salt, hash) = (randomBytes(16), randomBytes(PasswordHash.byteCount))
    }

    private static let byteCount = 32

    /// Parses a PHC string; nil unless it has our format.
    init?(_ text: String) {
        let parts = text.split(separator: "$")
        guard parts.count == 4, parts[0] == "scrypt" else { return nil }
        let factors = parts[1].split(separator: ",").map { $0.split(separator: "=") }
        guard factors.count == 3, factors.allSatisfy({ $0.count == 2 }),
            let rounds = InputNumber.whole(factors[0][1], in: 1...20),
            let block = InputNumber.whole(factors[1][1], in: 1...32),
            let parallel = InputNumber.whole(factors[2][1], in: 1...16),
            let salt = Base64URL.decode(parts[2]), let hash = Base64URL.decode(parts[3])
        else { return nil }
        cost = Cost(logRounds: rounds, blockSize: block, parallelism: parallel)
        self.salt = salt
        self.hash = hash
    }

    /// The PHC string.
    var text: String {
        let factors = "ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
        return "$scrypt$\(factors)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// Whether this is the hash of `password`; takes as long as hashing.
    func matches(_ password: String) throws -> Bool {
        ConstantTime.equal(try PasswordHash.derive(password, cost: cost, salt: salt), hash)
    }

    private static func derive(_ password: String, cost: Cost, salt: [UInt8]) throws -> [UInt8] {
        // Two systems may send the same password in different Unicode forms.
        let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        return try KeyDerivation.scrypt(
            bytes, salt: salt, byteCount: byteCount, rounds: 1 << UInt64(cost.logRounds),
            blockSize: UInt64(cost.blockSize), parallelism: UInt64(cost.parallelism), maximumMemory: 1 << 28)
    }
}
