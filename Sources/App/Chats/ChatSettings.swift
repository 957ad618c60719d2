import Database
import HTTP
import Proximity

/// What somebody chooses about chats.
extension Chats {
    /// `GET /settings/chats`
    func showSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let settings = try site.database.read { try ChatQueries.settings($0, of: viewer.id) }
        return context.page(ChatSettingsPage(context.frame("Chats", .settings), settings))
    }

    /// `POST /settings/chats`
    func saveSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let settings = ChatSettings(context.form)
        try site.database.write { try ChatQueries.save($0, settings, of: viewer.id) }
        return context.redirect(to: ChatPaths.settings, saying: "Saved.")
    }
}

extension ChatSettings {
    /// A box that is not ticked is not in the form.
    init(_ form: FormFields) {
        takesRequests = form["takes_requests"] != nil
        showsActivity = form["shows_activity"] != nil
        sendsByEnter = form["sends_by_enter"] != nil
        tellsText = form["tells_text"] != nil
    }
}

/// `GET /settings/chats`
struct ChatSettingsPage {
    let frame: Frame
    let privacy: [TogglePart]
    let writing: [TogglePart]

    init(_ frame: Frame, _ settings: ChatSettings) {
        self.frame = frame
        privacy = [
            TogglePart(
                name: "takes_requests", label: "Message requests",
                hint: "People who aren’t your friends may send you one message. It waits until you answer.",
                isOn: settings.takesRequests),
            TogglePart(
                name: "shows_activity", label: Chats.activeToday,
                hint: "Friends see that you were here today, never when. If it’s off, you don’t see it of them.",
                isOn: settings.showsActivity),
            TogglePart(
                name: "tells_text", label: "Message text in notifications",
                hint: "Emails and notifications show what was written. If it’s off, they only say who wrote.",
                isOn: settings.tellsText),
        ]
        writing = [
            TogglePart(
                name: "sends_by_enter", label: "Enter sends",
                hint: "On a keyboard, Enter sends and Shift + Enter starts a new line.", isOn: settings.sendsByEnter)
        ]
    }
}

/// SQL on settings.
extension ChatQueries {
    static func save(_ database: Writer, _ settings: ChatSettings, of account: ID<Account>) throws {
        try database.execute(
            """
            INSERT INTO chat_setting (account_id, takes_requests, shows_activity, sends_by_enter, tells_text)
            VALUES (\(account), \(settings.takesRequests), \(settings.showsActivity), \(settings.sendsByEnter),
              \(settings.tellsText))
            ON CONFLICT (account_id) DO UPDATE SET takes_requests = excluded.takes_requests,
              shows_activity = excluded.shows_activity, sends_by_enter = excluded.sends_by_enter,
              tells_text = excluded.tells_text
            """)
    }

    /// Keeps when a pause shows.
    static func setPaused(_ database: Writer, _ account: ID<Account>, from time: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO chat_setting (account_id, paused_from) VALUES (\(account), \(time))
            ON CONFLICT (account_id) DO UPDATE SET paused_from = excluded.paused_from
            """)
    }
}
