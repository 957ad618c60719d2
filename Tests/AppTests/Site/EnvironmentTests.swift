import Testing

@testable import App

/// What the app takes from the world.
struct EnvironmentTests {
    @Test(arguments: [0, 1, 16, 255, 256, 257, 1_000])
    func `there are as many random bytes as are asked for`(count: Int) {
        let bytes = Environment.real.randomBytes(count)
        #expect(bytes.count == count)
        guard count >= 16 else { return }
        #expect(bytes != Environment.real.randomBytes(count))
        // Also of what comes after the first 256: 16 equal bytes at the end come once in 2¹²⁰ times.
        #expect(Set(bytes.suffix(16)).count > 1)
    }
}
