import Foundation
import Proximity

/// What the app takes from the world and a test replaces: the clock and the source of randomness.
public struct Environment: Sendable {
    /// The time now.
    public let clock: @Sendable () -> Timestamp
    /// `count` unpredictable bytes.
    public let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// Makes surroundings, for tests.
    public init(
        clock: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.clock = clock
        self.randomBytes = randomBytes
    }

    /// The system's clock and the kernel's random numbers.
    public static let real = Environment(
        clock: { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        })
}
