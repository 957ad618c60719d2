import Database

/// `GET /first`
struct FirstStepsPage {
    let frame: Frame
    let steps: [NextStepPart]
}

/// The page with example data.
enum FirstStepExamples {
    static let all: [GalleryExample] = [
        .page("alone") { gallery in
            page(
                gallery,
                [
                    step(
                        "gem", title: "Leave a relic where you are",
                        words: "A photo, video or sound for whoever comes by"),
                    step("link", title: "Invite a friend", words: "Send a link. Then leave each other notes"),
                    step("camera", title: "Take today’s photo", words: "You can still post it late"),
                    step("user", title: "Add a picture of yourself", words: "So your friends know it’s you"),
                ])
        },
        .page("invited") { gallery in
            let friend = gallery.person(GalleryContext.longName, called: GalleryContext.longDisplayName)
            return page(
                gallery,
                [
                    NextStepPart(
                        mark: .person(AvatarPart(friend)), title: "Leave \(friend.name) a note",
                        words: "They find it by being there", path: SitePaths.drop)
                ])
        },
    ]

    private static func step(_ icon: String, title: String, words: String) -> NextStepPart {
        NextStepPart(mark: .icon(IconPart(icon)), title: title, words: words, path: FriendPaths.friends)
    }

    private static func page(_ gallery: GalleryContext, _ steps: [NextStepPart]) -> FirstStepsPage {
        FirstStepsPage(frame: gallery.frame("First steps", .you), steps: steps)
    }
}
