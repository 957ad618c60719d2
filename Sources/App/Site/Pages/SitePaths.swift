/// The addresses to which pages of every feature lead.
enum SitePaths {
    static let home = "/"
    static let you = "/you"
    static let settings = "/settings"
    /// The stream of events; `/latest` below it answers once.
    static let events = "/events"
    static let pause = "/settings/pause"
}
