import Database
import Foundation
import HTTP
import Media
import Proximity

/// The morning after: until the next evening those who were in a group see who was there and the photos of the night.
enum GroupMorning {
    /// Most photos of a night that stay, the newest.
    static let mostPhotos = 200
    /// Seconds from an end to the evening after it: from dawn to the evening of the next day, where clocks go back between.
    static let longest = 37 * 3_600.0

    /// When evening begins after the night in which a group ended: until dawn it is still the night before.
    static func end(after ended: Timestamp, in zone: TimeZone) -> Timestamp {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let moment = Date(timeIntervalSince1970: Double(ended.milliseconds) / 1_000)
        let isNight = calendar.component(.hour, from: moment) < RelativeTimeFormatter.dawn
        let evening = calendar.date(byAdding: .day, value: isNight ? 0 : 1, to: calendar.startOfDay(for: moment))
            .flatMap { calendar.date(bySettingHour: RelativeTimeFormatter.evening, minute: 0, second: 0, of: $0) }
        return ended + (evening?.timeIntervalSince(moment) ?? 86_400)
    }
}

extension FriendGroup {
    /// When it was over: by the clock, because the job that ends it may come later.
    var overAt: Timestamp { min(endedAt ?? endsAt, endsAt) }
}

extension Groups {
    /// The zone in which it is evening for everybody: the site's, as its day is.
    var zone: TimeZone { TimeZone(identifier: site.settings.timeZone) ?? .gmt }

    /// Keeps the photos of the chat of a group that ends, until the next evening. Those of guests go with them, and those of
    /// who left before.
    func keepPhotos(_ database: Writer, of group: FriendGroup, by members: [GroupMember], _ now: Timestamp) throws {
        let until = GroupMorning.end(after: min(now, group.endsAt), in: zone)
        guard let conversation = group.conversation, until > now else { return }
        let senders = Dictionary(members.filter { !$0.isGuest }.map { ($0.person.id, $0.id) }) { first, _ in first }
        let photos = try conversations.takePhotos(
            database, from: conversation, by: Array(senders.keys), limit: GroupMorning.mostPhotos)
        for photo in photos {
            guard let member = senders[photo.sender] else { continue }
            try GroupPhotoQueries.insert(database, photo, of: member, in: group.id, until: until)
        }
    }

    /// The page of a group that is over, for somebody who was in it until then.
    func pastPage(_ context: RequestContext, _ viewer: Viewer, _ group: FriendGroup) throws -> Response {
        let until = GroupMorning.end(after: group.overAt, in: zone)
        let (people, photos, isNews) = try site.database.read { database in
            (
                try GroupMemberQueries.members(database, of: group.id, for: viewer.id)
                    .filter { !$0.isHidden && $0.member.isActive }.map { $0.member },
                try GroupPhotoQueries.photos(database, of: group.id, for: viewer.id, context.now),
                try notices.unread(database, GroupNotices.ended, of: viewer.id).contains(group.id.rawValue)
            )
        }
        if isNews, context.isLookedAt {
            try site.writeIfPossible {
                try notices.markRead(
                    $0, GroupNotices.ended, subject: group.id.rawValue, of: viewer.id, context.now)
            }
        }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return context.page(
            GroupPastPage(
                context.frame(group.name, .groups), group, people, photos, for: viewer.id,
                until: context.now < until ? until : nil, words))
    }

    /// Deletes a photo of one's own of a group that is over; nil where there is none.
    func deleteKeptPhoto(_ context: RequestContext, _ viewer: Viewer) throws -> Response? {
        let seen = try site.database.read { try view($0, context, viewer) }
        guard seen.own.isActive, !seen.group.isRunning(context.now),
            let message = context.parameters["message"].flatMap({ ID<Message>($0) })
        else { return nil }
        let count = try site.database.write {
            try GroupPhotoQueries.release($0, where: GroupPhotoQueries.isOf(message, by: seen.own.id), context.now)
        }
        return count == 0 ? nil : context.redirect(to: GroupPaths.group(seen.group.id), saying: "Deleted for all.")
    }

    /// Deletes the photos of nights whose morning is over.
    func sweepPhotos(_ now: Timestamp) throws {
        let some = GroupPhotoQueries.areOver(now, limit: GroupMorning.mostPhotos)
        while try site.database.write({ try GroupPhotoQueries.release($0, where: some, now) }) > 0 {}
    }
}
