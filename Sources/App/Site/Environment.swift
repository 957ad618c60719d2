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
        randomBytes: kernelBytes)

    /// Asks the kernel once for every 256 bytes, the most that it gives.
    private static func kernelBytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count {
                let part = min(256, count - filled)
                let code = getentropy(bytes.baseAddress.map { $0 + filled }, part)
                precondition(code == 0, "the kernel gives no random numbers: error \(errno)")
                filled += part
            }
        }
    }
}
