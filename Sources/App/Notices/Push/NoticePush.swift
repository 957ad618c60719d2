import Database
import Proximity
import Safeguards

/// Notices on the devices on which their person turned them on, each by a job of its own.
struct NoticePush: NoticeCarrier {
    let site: Site

    let channel = NoticeChannel.push
    let lane = JobLane.push
    let limit = Throttle("notice-push", attempts: 300, window: 86_400_000)
    /// Each message of a chat is news.
    let rest = 0.0

    func targets(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Int64] { [] }

    func carry(_ shown: ShownNotice, _ errand: NoticeErrand, _ job: Job) throws -> NoticeDelivery { .nowhere }
}
