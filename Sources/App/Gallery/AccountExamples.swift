/// Doors and settings.
enum AccountExamples {
    static let all: [GalleryEntry] = [
        .page("empty") {
            SignupPage(frame: $0.guestFrame("Sign up"), username: "", timeZone: "", problems: Problems())
        },
        .page("wrong") {
            SignupPage(
                frame: $0.guestFrame("Sign up"), username: "aino_k", timeZone: "Europe/Helsinki",
                problems: Problems("username", "Somebody has this name already. Try another one."))
        },
        .page("empty") {
            LoginPage(
                frame: $0.guestFrame("Sign in"), username: "", next: "", kept: "", problems: Problems(), notice: "")
        },
        .page("wrong") {
            LoginPage(
                frame: $0.guestFrame("Sign in"), username: Stage.longName, next: "/archive", kept: "",
                problems: Problems("password", "Name and password do not belong together."), notice: "")
        },
        .page("ended session") {
            LoginPage(
                frame: $0.guestFrame("Sign in"), username: "", next: "/notes/new", kept: "text=Hello",
                problems: Problems(), notice: "You were away for a while. Sign in, and what you wrote is still there.")
        },
        .page("usual") {
            ResumePage(frame: $0.frame("Welcome back"), path: "/notes/new", fields: [("text", Stage.emoji)])
        },
        .page("usual") {
            YouPage(
                frame: $0.frame("You", .you), avatar: AvatarPart("aino_k"), name: "aino_k", isAdministrator: true)
        },
        .page("long name") {
            YouPage(
                frame: $0.frame("You", .you), avatar: AvatarPart(Stage.longName), name: Stage.longName,
                isAdministrator: false)
        },
        .page("usual") {
            SettingsPage(frame: $0.frame("Settings", .you), preferences: Preferences($0.viewer), problems: Problems())
        },
        .page("wrong") {
            SettingsPage(
                frame: $0.frame("Settings", .you), preferences: Preferences($0.viewer),
                problems: Problems("time_zone", "Choose a time zone of the list."))
        },
    ]
}
