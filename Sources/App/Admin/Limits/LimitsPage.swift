import Safeguards

/// `GET /admin/limits`
struct LimitsPage {
    let frame: Frame
    /// The address of its style sheet.
    let style: String
    let files: FieldPart
    let megabytes: FieldPart
    /// Who keeps most.
    let fullest: [StorageUsePart]
    let rules: [LimitPart]

    init(
        _ frame: Frame, style: String, form: QuotaForm, fullest: [StorageUsePart], rules: [LimitPart],
        errors: ValidationErrors
    ) {
        (self.frame, self.style, self.fullest, self.rules) = (frame, style, fullest, rules)
        files = FieldPart(
            "files", label: "Files", value: form.files, type: "number", hint: "Photos, videos and songs they sent.",
            isRequired: true, errors: errors)
        megabytes = FieldPart(
            "megabytes", label: "Megabytes", value: form.megabytes, type: "number",
            hint: "If you lower it, nothing is deleted.", isRequired: true, errors: errors)
    }
}

/// How much somebody keeps.
struct StorageUsePart {
    let name: String
    let path: String
    /// "1.2 GB in 340 files, 60 % of what they may keep"
    let use: String
    let isNearlyFull: Bool

    /// Percent of the quota from which the page warns.
    private static let full = 90

    init(_ person: Person, use: MediaQueries.Use, quota: StorageQuota) {
        name = person.fullName
        path = AdminPaths.person(person.username)
        let share = max(100 * use.count / quota.files, Int(100 * Double(use.bytes) / Double(quota.bytes)))
        self.use =
            "\(ByteFormatter.text(use.bytes)) in \(CountWords.of(use.count, "file")), \(share) % of what they may keep"
        isNearlyFull = share >= StorageUsePart.full
    }
}

/// How often somebody may do something.
struct LimitPart {
    let label: String
    /// "60 in a minute"
    let rate: String
    /// "then a pause of 30 seconds, twice as long each time, up to 15 minutes"; "" for the rest of the time.
    let pause: String

    init(_ rule: Throttle) {
        label = rule.label
        rate = "\(rule.attempts) in \(LimitPart.text(rule.window))"
        pause =
            rule.delays.map {
                "then a pause of \(LimitPart.text($0.lowerBound)), twice as long each time, up to "
                    + LimitPart.text($0.upperBound)
            } ?? ""
    }

    private static let units: [(milliseconds: Int64, name: String, one: String)] = [
        (86_400_000, "day", "a"), (3_600_000, "hour", "an"), (60_000, "minute", "a"), (1_000, "second", "a"),
    ]

    /// "30 seconds", "an hour".
    private static func text(_ milliseconds: Int64) -> String {
        let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? units[3]
        let number = milliseconds / unit.milliseconds
        return number == 1 ? "\(unit.one) \(unit.name)" : "\(number) \(unit.name)s"
    }
}

/// The page with example data.
enum LimitExamples {
    static let all: [GalleryExample] = [
        .page("usual") { page($0, QuotaForm(StorageQuota())) },
        .page("wrong") {
            page(
                $0, QuotaForm(StorageQuota(files: 1, bytes: 1)),
                errors: ValidationErrors("files", "Files: a number from 1 to 100000."))
        },
        .part("usual") { use($0, "aino_k", share: 0.6) },
        .part("nearly full") { use($0, GalleryContext.longName, share: 0.97) },
        .part("usual", style: "overview") { _ in LimitPart(.upload) },
        .part("pause", style: "overview") { _ in LimitPart(.password) },
    ]

    private static func use(_ gallery: GalleryContext, _ name: String, share: Double) -> StorageUsePart {
        let quota = StorageQuota()
        let use = MediaQueries.Use(count: 340, bytes: Int(share * Double(quota.bytes)))
        return StorageUsePart(gallery.person(name), use: use, quota: quota)
    }

    private static func page(
        _ gallery: GalleryContext, _ form: QuotaForm, errors: ValidationErrors = ValidationErrors()
    ) -> LimitsPage {
        LimitsPage(
            gallery.frame("Limits", .you), style: gallery.site.assets.pageStyles["overview"] ?? "", form: form,
            fullest: [use(gallery, "aino_k", share: 0.97), use(gallery, GalleryContext.longName, share: 0.2)],
            rules: gallery.site.features.throttles.map { LimitPart($0) }, errors: errors)
    }
}
