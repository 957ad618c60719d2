import Database
import HTML

/// `GET /announcements/{id}`
struct AnnouncementPage {
    let frame: Frame
    let text: String
    let made: TimePart
}

/// `GET /admin/announcements`
struct AnnouncementAdminPage {
    let frame: Frame
    let key: String
    let field: TextAreaPart
    let rows: [AnnouncementRowPart]
    let more: MorePart?

    static func field(_ text: String, _ errors: ValidationErrors) -> TextAreaPart {
        TextAreaPart(
            "text", label: "What everybody should know", value: text, rows: 4,
            hint: "The notification shows its first line. People with quiet hours get it afterwards.",
            isRequired: true,
            max: Announcement.maxLength, errors: errors)
    }
}

/// An announcement in the list.
struct AnnouncementRowPart {
    let text: String
    let made: TimePart
    let delete: ConfirmPart

    init(_ announcement: Announcement, csrf: TokenField, times: RelativeTimeFormatter) {
        text = announcement.text
        made = TimePart(moment: announcement.createdAt, times)
        delete = ConfirmPart(
            csrf, post: AnnouncementPaths.delete(announcement.id), opener: "Delete",
            words: "Its page and its notifications are deleted. Some people may have read it already.",
            button: "Delete the announcement")
    }
}

/// The pages of the feature with example data.
enum AnnouncementExamples {
    static let all: [GalleryExample] = [
        .page("usual") {
            AnnouncementPage(
                frame: $0.frame("Announcement"), text: "On Sunday from 10 to 12 the site is away.\nIt gets a new disk.",
                made: TimePart(moment: $0.ago(3), $0.times))
        },
        .page("some") {
            page($0, [row($0, "On Sunday from 10 to 12 the site is away."), row($0, GalleryContext.longText)])
        },
        .page("none") { page($0, [], errors: ValidationErrors("text", "Write what everybody should know.")) },
        .part("usual") { row($0, "On Sunday from 10 to 12 the site is away.") },
        .part("long") { row($0, GalleryContext.longWord) },
    ]

    private static func row(_ gallery: GalleryContext, _ text: String) -> AnnouncementRowPart {
        AnnouncementRowPart(
            Announcement(id: ID(rawValue: 1), text: text, createdAt: gallery.ago(30)), csrf: gallery.frame("").csrf,
            times: gallery.times)
    }

    private static func page(
        _ gallery: GalleryContext, _ rows: [AnnouncementRowPart], errors: ValidationErrors = ValidationErrors()
    ) -> AnnouncementAdminPage {
        AnnouncementAdminPage(
            frame: gallery.frame("Announcements", .you), key: "example", field: AnnouncementAdminPage.field("", errors),
            rows: rows, more: nil)
    }
}
