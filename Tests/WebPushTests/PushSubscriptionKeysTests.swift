import Crypto
import Testing
import WebPush

/// The keys that a browser sends.
struct PushSubscriptionKeysTests {
    private let point = P256Key.fresh().point
    private let auth = [UInt8](repeating: 1, count: 16)

    @Test func `keys of a browser are taken as they are`() throws {
        let p256dh = point
        let keys = try #require(PushSubscriptionKeys(p256dh: p256dh, auth: auth))
        #expect(keys.p256dh == p256dh && keys.auth == auth)
    }

    @Test func `a point that is not on the curve is refused`() {
        #expect(PushSubscriptionKeys(p256dh: [4] + [UInt8](repeating: 7, count: 64), auth: auth) == nil)
        #expect(PushSubscriptionKeys(p256dh: [4] + [UInt8](repeating: 0, count: 64), auth: auth) == nil)
        #expect(PushSubscriptionKeys(p256dh: [4] + [UInt8](repeating: 255, count: 64), auth: auth) == nil)
        var moved = point
        moved[64] ^= 1
        #expect(PushSubscriptionKeys(p256dh: moved, auth: auth) == nil)
    }

    @Test func `a point in another form is refused`() {
        let p256dh = point
        for other in [[], Array(p256dh.dropLast()), p256dh + [0], Array(p256dh.dropFirst()), [0]] {
            #expect(PushSubscriptionKeys(p256dh: other, auth: auth) == nil)
        }
        #expect(PushSubscriptionKeys(p256dh: [2 + point[64] & 1] + point[1...32], auth: auth) == nil)
        // The first byte of the point at infinity, of compressed and of hybrid points.
        for form: UInt8 in [0, 2, 3, 5, 6, 7] {
            #expect(PushSubscriptionKeys(p256dh: [form] + p256dh.dropFirst(), auth: auth) == nil)
        }
    }

    @Test(arguments: [0, 15, 17, 32])
    func `a secret of another length than 16 bytes is refused`(_ count: Int) {
        let secret = [UInt8](repeating: 1, count: count)
        #expect(PushSubscriptionKeys(p256dh: point, auth: secret) == nil)
    }
}
