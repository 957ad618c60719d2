/// The address of a person's page.
enum PersonPaths {
    static func person(_ username: String) -> String { "/people/\(PathText.component(username))" }
}
