import HTML
import HTTP

/// The page with a field for a code, for everybody: visitors come from the welcome page.
extension Groups {
    /// `GET /join` (code): leads on to what joining means, or says what is wrong with the code.
    func showCode(_ context: RequestContext) throws -> Response {
        let typed = context.query["code"]
        if let word = typed.flatMap({ GroupWord(typed: $0, linksOf: site.settings.baseURL) }) {
            return context.redirect(to: GroupPaths.invitation(word.text))
        }
        var errors = ValidationErrors()
        if let typed { errors.add("code", GroupCode.problem(typed)) }
        let page = GroupCodePage(
            frame: context.frame("Join with a code", .groups), code: GroupJoinPart.code(typed ?? "", errors),
            errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}

extension Groups: WelcomeSource {
    func welcomePart() -> Markup { Markup(GroupWelcomePart()) }
}

/// `GET /join`
struct GroupCodePage {
    let frame: Frame
    let code: FieldPart
    let errors: ValidationErrors
}

/// The way into a group on the welcome page.
struct GroupWelcomePart {
    let code = GroupJoinPart.code("", ValidationErrors())
}
