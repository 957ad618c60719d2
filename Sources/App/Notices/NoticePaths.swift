/// The addresses of the feature.
enum NoticePaths {
    static let notices = "/notices"
    static let read = "/notices/read"
    static let settings = "/settings/notices"
}

extension Frame.Section {
    static let notices = Frame.Section(path: NoticePaths.notices)
}
