import Testing
import WebPush

/// The keys that a browser sends.
struct PushSubscriptionKeysTests {
    @Test func aPointThatIsNotOnTheCurveIsRefused() {
        #expect(PushSubscriptionKeys(p256dh: [4] + [UInt8](repeating: 7, count: 64), auth: [UInt8](repeating: 1, count: 16)) == nil)
    }
}
