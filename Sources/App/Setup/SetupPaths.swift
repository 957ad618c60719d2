/// The addresses of the feature.
enum SetupPaths {
    /// The second step, for the new administrator.
    static let site = "/admin/setup"
    static let siteMap = "/admin/setup/map"
    /// The third step.
    static let services = AdminPaths.services
    static let testMail = "/admin/setup/mail"

    /// The first step, behind a link that `cairn setup-link` prints.
    static func start(_ token: String) -> String { "/setup/\(PathText.component(token))" }
}
