/// What other sites show of a link that somebody sends: a card with words and a picture (Open Graph, Twitter's cards). Their
/// crawlers are visitors, so it says no more than the page says to one.
struct LinkPreview {
    let title: String
    let words: String
    /// The whole address of a picture of 1,200 × 630 pixels.
    let picture: String

    /// The pictures, by what the link is for.
    enum Picture: String, CaseIterable {
        case notes, friend, group
    }
}

extension RequestContext {
    /// The preview of a page for a visitor; nil for somebody who has signed in: nobody else sees theirs.
    func preview(_ title: String, words: String, picture: LinkPreview.Picture) -> LinkPreview? {
        viewer == nil
            ? LinkPreview(
                title: title, words: words, picture: site.settings.baseURL + SitePaths.preview(picture.rawValue)) : nil
    }
}
