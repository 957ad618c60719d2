import HTTP

/// Examples of the settings page.
enum NoticeSettingsExamples {
    static let all: [GalleryExample] = [
        .page("usual") { page($0, NoticeSettings()) },
        .page("chosen") { page($0, chosen) },
        .page("no address") { page($0, NoticeSettings(), needsAddress: true) },
        .page("outbox") { page($0, chosen, isOutbox: true) },
        .page("wrong") { gallery in
            let typed = FormFields(values: [("quiet_from", "25:00"), ("quiet_until", ""), ("digest", "hourly")])
            let form = NoticeSettingsForm(typed, kinds, before: NoticeSettings())
            var errors = ValidationErrors()
            do throws(ValidationErrors) { _ = try form.settings(kinds) } catch { errors = error }
            return page(gallery, form, errors: errors)
        },
    ]

    private static let kinds = [
        kind(
            "friend.asked", icon: "user-plus", words: "Somebody wants to be your friend",
            channels: [.site, .push, .mail]),
        kind("friend.accepted", icon: "users", words: "Somebody says yes to your request"),
        kind("note.found", icon: "mail-open", words: "You find a note"),
        kind("note.opened", icon: "footprints", words: "Somebody opens a note you left"),
        kind(
            "note.waiting", icon: "map-pin", words: "A note has waited for you for a week",
            channels: [.site, .push, .mail]),
    ]

    private static let chosen = NoticeSettings(
        digest: .daily, quiet: QuietHours(from: 22 * 60, until: 7 * 60), mailsInstead: true,
        choices: [
            NoticeBox(kind: "note.opened", channel: .mail): true, NoticeBox(kind: "note.found", channel: .site): false,
        ])

    private static func kind(
        _ name: String, icon: String, words: String, channels: Set<NoticeChannel> = [.site, .push]
    ) -> NoticeKind {
        NoticeKind(name: name, icon: icon, words: words, channels: channels) { _, _, _, _ in [:] }
    }

    private static func page(
        _ gallery: GalleryContext, _ settings: NoticeSettings, needsAddress: Bool = false, isOutbox: Bool = false
    ) -> NoticeSettingsPage {
        page(
            gallery, NoticeSettingsForm(settings, kinds), needsAddress: needsAddress, isOutbox: isOutbox,
            errors: ValidationErrors())
    }

    private static func page(
        _ gallery: GalleryContext, _ form: NoticeSettingsForm, needsAddress: Bool = false, isOutbox: Bool = false,
        errors: ValidationErrors
    ) -> NoticeSettingsPage {
        NoticeSettingsPage(
            gallery.frame("Notifications", .settings), push: PushExamples.two(gallery),
            topics: [(.people, Array(kinds.prefix(2))), (.places, Array(kinds.dropFirst(2)))], form: form,
            needsAddress: needsAddress, isOutbox: isOutbox, errors: errors)
    }
}
