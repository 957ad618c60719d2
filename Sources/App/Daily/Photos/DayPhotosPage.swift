import Database
import Foundation
import Proximity

/// `GET /daily/{yyyy-mm-dd}?view=photos`: the photos of the strip, large and one below the other, with what people answered.
struct DayPhotosPage {
    let frame: Frame
    let style: String
    let head: DayHead
    /// What scripts are told of when the day changes.
    let part: String
    let state: DayStatePart
    let photos: [DayPhotoPart]
    /// How many more there are, and where; "" for none.
    let more: String
    /// Said instead of photos; "" where there are some.
    let nothing: String
}

extension Daily {
    /// The page of a day's photos: those of the strip, in its order.
    func photosPage(
        _ seen: SeenDay, answers: DayAnswers, query: DayQuery, top: (frame: Frame, head: DayHead),
        for viewer: Viewer, at now: Timestamp
    ) -> DayPhotosPage {
        let strip = strip(seen, query: query, for: viewer)
        let key = site.newFormKey()
        let places = DayPhotoPlaces(seen.row.posts.map { $0.post }, query: query, for: viewer, basemaps: basemaps)
        return DayPhotosPage(
            frame: top.frame, style: dayStyle, head: top.head, part: Daily.part(query.day),
            state: state(seen, query: query, for: viewer, at: now),
            photos: seen.row.posts.map { post, _ in
                DayPhotoPart(
                    top.frame, post: post, place: places.link(post), answers: answers, for: viewer,
                    times: RelativeTimeFormatter(viewer.timeZone, now: now), key: key)
            }, more: strip.more, nothing: strip.nothing)
    }
}

/// The names of the places of a page's photos, as links to the map around them.
struct DayPhotoPlaces {
    private let query: DayQuery
    private let basemaps: Basemaps
    private let names: PlaceFormatter

    init(_ posts: [SeenDailyPost], query: DayQuery, for viewer: Viewer, basemaps: Basemaps) {
        (self.query, self.basemaps) = (query, basemaps)
        let exact = posts.filter { $0.place == .exact }.compactMap { $0.coordinate }
        names = PlaceFormatter(basemaps.places, viewer.units, for: exact)
    }

    /// "Senaatintori, Helsinki", for an area "Somewhere in Kallio"; nil without a place.
    func link(_ post: SeenDailyPost) -> LinkPart? {
        post.coordinate.map { place in
            let words = post.place == .area ? area(place) : names.words(place)
            return LinkPart(words, query.map(around: place, zoom: DailyPostStripPart.nearest))
        }
    }

    private func area(_ middle: Coordinate) -> String {
        basemaps.places.partOfTown(of: CellID(middle)).map { "Somewhere \($0)" } ?? "Somewhere around here"
    }
}

/// A photo among those of its day.
struct DayPhotoPart {
    let frame: Frame
    let id: ID<DailyPost>
    /// The photo's own page.
    let path: String
    let title: String
    let author: PersonPart
    let isOwn: Bool
    let picture: DailyPostPicturePart
    /// "14:31", "14:31 · 42 min late"
    let time: String
    /// The instant for machines.
    let machine: String
    let caption: String
    /// Its place on the day's map; nil without one.
    let place: LinkPart?
    let reactions: DailyPostReactionsPart
    /// The last few, the first one first.
    let comments: [DailyPostCommentPart]
    /// "All 12 comments"; "" where all are shown.
    let all: String
    /// The key of the form for a comment.
    let key: String

    /// Which part of an open page the comments are.
    var part: String { Daily.part(id) }
    /// Where it stands on the page.
    var anchor: String { "photo-\(id)" }
    /// The field for a comment, of which a page has several.
    var field: String { "say-\(id)" }
    /// The label of the field for a comment.
    var say: String { DailyPostWords.comment(to: isOwn ? nil : author.name) }

    init(
        _ frame: Frame, post: SeenDailyPost, place: LinkPart?, answers: DayAnswers, for viewer: Viewer,
        times: RelativeTimeFormatter, key: String
    ) {
        self.frame = frame
        self.place = place
        self.key = key
        id = post.id
        path = DailyPaths.post(post.id)
        title = DailyPostWords.title(post)
        author = PersonPart(post.author)
        isOwn = post.isOwn
        picture = DailyPostPicturePart(post)
        time = DailyPostWords.time(post, times)
        machine = RelativeTimeFormatter.machine(post.postedAt)
        caption = post.caption
        var reactions = DailyPostReactionsPart(
            frame, id: post.id, reactions: answers.reactions[post.id] ?? [], for: viewer)
        reactions.label = "Reactions to \(post.isOwn ? "your photo" : "the photo from \(post.author.name)")"
        self.reactions = reactions
        let recent = answers.comments[post.id] ?? RecentComments()
        comments = recent.comments.reversed().map {
            DailyPostCommentPart($0, on: post, for: viewer, times: times, report: nil)
        }
        all = DayPhotoPart.all(recent)
    }

    /// Where there are more comments than those shown.
    private static func all(_ recent: RecentComments) -> String {
        if recent.count > RecentComments.counted { return "All comments" }
        return recent.count > recent.comments.count ? "All \(recent.count) comments" : ""
    }
}
