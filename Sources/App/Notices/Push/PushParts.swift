import Database
import Proximity

/// The devices on which a person gets notices, and the way to turn them on. Which of its states holds for a browser only
/// scripts can tell.
struct PushPart {
    /// The site's public key.
    let key: String
    let siteName: String
    let devices: [PushDevicePart]
    let csrf: TokenField
    /// Whether no browser can turn it on, because the site is on plain http.
    var needsHTTPS = false
    var fieldError = ValidationErrors().part("endpoint")
}

extension PushPart {
    init(
        _ subscriptions: [PushSubscription], in session: ID<Session>, _ push: SitePush, _ frame: Frame,
        _ words: RelativeTimeFormatter, _ errors: ValidationErrors
    ) {
        self.init(
            key: push.publicKey, siteName: frame.siteName,
            devices: subscriptions.map { PushDevicePart($0, isThis: $0.session == session, frame.csrf, words) },
            csrf: frame.csrf, needsHTTPS: !push.isPossible, fieldError: errors.part("endpoint"))
    }
}

/// A device that gets notices.
struct PushDevicePart {
    let id: ID<PushSubscription>
    let agent: UserAgent
    let isThis: Bool
    let since: TimePart
    /// When a notice last reached its push service.
    let delivered: TimePart?
    /// Since when none does.
    let failing: TimePart?
    let csrf: TokenField

    /// "Firefox on Linux".
    var name: String { agent.text }
    var icon: IconPart { IconPart(agent.isPhone ? "smartphone" : "monitor") }
}

extension PushDevicePart {
    init(_ subscription: PushSubscription, isThis: Bool, _ csrf: TokenField, _ words: RelativeTimeFormatter) {
        self.init(
            id: subscription.id, agent: UserAgent(subscription.agent), isThis: isThis,
            since: TimePart(subscription.createdAt, words),
            delivered: subscription.deliveredAt.map { TimePart($0, words) },
            failing: subscription.failingSince.map { TimePart(brief: $0, words) }, csrf: csrf)
    }
}

/// How to put the site on the home screen of an iPhone or iPad, in three pictures.
struct PushStepsPart {
    let siteName: String
}
