import Foundation
import Proximity

/// The clock and the source of randomness, which tests replace.
public struct Environment: Sendable {
    /// The current time.
    public let clock: @Sendable () -> Timestamp
    /// `count` unpredictable bytes.
    public let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// Creates an environment, for tests.
    public init(
        clock: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.clock = clock
        self.randomBytes = randomBytes
    }

    /// The system clock and the kernel's random numbers.
    public static let real = Environment(
        clock: { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        })
}
