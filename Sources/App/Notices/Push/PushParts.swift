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
    var fieldError = ValidationErrors().part("endpoint")
}

extension PushPart {
    init(
        _ subscriptions: [PushSubscription], in session: ID<Session>, key: String, frame: Frame,
        times: RelativeTimeFormatter, errors: ValidationErrors
    ) {
        self.init(
            key: key, siteName: frame.siteName,
            devices: subscriptions.map {
                PushDevicePart($0, isThis: $0.session == session, csrf: frame.csrf, times: times)
            },
            csrf: frame.csrf, fieldError: errors.part("endpoint"))
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
    init(_ subscription: PushSubscription, isThis: Bool, csrf: TokenField, times: RelativeTimeFormatter) {
        self.init(
            id: subscription.id, agent: UserAgent(subscription.agent), isThis: isThis,
            since: TimePart(subscription.createdAt, times),
            delivered: subscription.deliveredAt.map { TimePart($0, times) },
            failing: subscription.failingSince.map { TimePart(brief: $0, times) }, csrf: csrf)
    }
}

/// How to put the site on the home screen of an iPhone or iPad, in three pictures.
struct PushStepsPart {
    let siteName: String
}
