import HTTP
import Media
import Proximity

/// Examples of the camera and of the picture that it makes.
enum CameraExamples {
    static let all: [GalleryExample] = [
        .page("open") { page($0, CameraDraft(formKey: "example")) },
        .page("late") { page($0, CameraDraft(formKey: "example"), opened: 47 * 60) },
        .page("wrong") { gallery in
            var errors = ValidationErrors("caption", ValidationErrors.tooLong(DailyPost.maxCaptionLength))
            errors.add("front", "That is no picture.")
            errors.add("place", "Choose how much of the place is kept.")
            errors.add("lat", "A latitude lies between −90 and 90.")
            return page(gallery, draft, audience: .everyone, errors: errors)
        },
        .page("over") {
            rest($0, CameraState(window: window($0, opened: 3_600), own: nil, settings: DailySettings(isOn: true)))
        },
        .page("to come") { rest($0, CameraState(window: nil, own: nil, settings: DailySettings(isOn: true))) },
        .page("off") { rest($0, CameraState(window: nil, own: nil, settings: DailySettings())) },
        .page("refused") { gallery in
            let photos = [draft.back, draft.front].compactMap { $0 }.map {
                CameraRefusedPage.Photo($0, file: "photo", label: "Download the photo")
            }
            return CameraRefusedPage(
                frame: gallery.frame("Photo of the day", .drop), title: "The five minutes are over",
                words: "Photos were posted until 14:05.", photos: photos)
        },
        .part("two photos") { _ in picture(front: "/media/abcdefghijklmnopqrstuvwxyz/large") },
        .part("one photo") { _ in picture(front: "") },
    ]

    private static var draft: CameraDraft {
        let photo = MediaName(String(repeating: "a", count: 26)).map {
            MediaDraft(name: $0, use: .photo, origin: PhotoOrigin(""))
        }
        return CameraDraft(back: photo, front: photo, caption: "47 steps. Still.", retakes: 2, formKey: "example")
    }

    private static func picture(front: String) -> DailyPostPicturePart {
        DailyPostPicturePart(back: "/media/abcdefghijklmnopqrstuvwxyz/large", front: front, alt: "Photo from Mikko")
    }

    private static func window(
        _ gallery: GalleryContext, opened seconds: Double, audience: DailyPost.Audience = .friends
    ) -> DailyWindow {
        let opened = gallery.now - seconds
        return DailyWindow(
            day: CalendarDay(gallery.now, .gmt), openedAt: opened, closesAt: opened + 300,
            lateUntil: gallery.now + 36_000, revealsAt: opened + 300, audience: audience)
    }

    private static func page(
        _ gallery: GalleryContext, _ draft: CameraDraft, opened seconds: Double = 47,
        audience: DailyPost.Audience = .friends, errors: ValidationErrors = ValidationErrors()
    ) -> CameraPage {
        CameraPage(
            frame: gallery.frame("Photo of the day", .drop), draft, uploadID: "example",
            window: window(gallery, opened: seconds, audience: audience), times: gallery.times, errors: errors)
    }

    private static func rest(_ gallery: GalleryContext, _ state: CameraState) -> CameraRestPage {
        CameraRestPage(frame: gallery.frame("Photo of the day", .drop), state, for: gallery.viewer, at: gallery.now)
    }
}
