import Crypto
import Foundation
import WebPush

// usage: ours NOTICE COUNT: encrypts and signs the notice for so many subscriptions, and prints how many a second.
let notice = Array(CommandLine.arguments[1].utf8)
let count = Int(CommandLine.arguments[2])!

let secret = P256Key.fresh().bytes
let subscriptions = (0..<count).map { _ in
    (p256dh: P256Key.fresh().point, auth: [UInt8](repeating: 1, count: 16))
}
let key = VAPIDKey(bytes: secret)!
var bytes = 0
let start = ContinuousClock.now
for (p256dh, auth) in subscriptions {
    // The keys are read for each, as they are from the database.
    let body = PushEncryption.encrypt(notice, for: PushSubscriptionKeys(p256dh: p256dh, auth: auth)!)!
    let header = key.authorization(
        for: "https://push.example.net", subject: "mailto:host@example.org", now: Int64(Date().timeIntervalSince1970))
    bytes += body.count + header.utf8.count
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
precondition(bytes > count * notice.count)
print(Double(count) / seconds)
