import HTTP
import Proximity

/// What one person may keep and do.
extension Admin {
    /// People on the page, those who keep most.
    private static let maxFullest = 10

    /// `GET /admin/limits`
    func showLimits(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try limitsPage(context, QuotaForm(site.settings.quota), errors: ValidationErrors())
    }

    /// `POST /admin/limits` (files, megabytes)
    func changeLimits(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let form = QuotaForm(context.form)
        do {
            var settings = site.settings
            settings.quota = try form.quota(settings.quota)
            try site.change(settings, by: viewer, context.now)
            return context.redirect(to: AdminPaths.limits, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return try limitsPage(context, form, errors: errors)
        }
    }

    private func limitsPage(
        _ context: RequestContext, _ form: QuotaForm, errors: ValidationErrors
    ) throws -> Response {
        let fullest = try site.database.read { try MediaQueries.fullest($0, limit: Admin.maxFullest) }
        let page = LimitsPage(
            context.frame("Limits", .you), style: site.assets.pageStyles["overview"] ?? "", form: form,
            fullest: fullest.map { StorageUsePart($0.person, use: $0.use, quota: site.settings.quota) },
            rules: site.features.throttles.map { LimitPart($0) }, errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}

/// The form of `POST /admin/limits`, as it was typed.
struct QuotaForm {
    let files: String
    let megabytes: String

    /// Bytes.
    private static let megabyte = 1_000_000

    init(_ quota: StorageQuota) {
        files = "\(quota.files)"
        megabytes = "\(max(1, quota.bytes / QuotaForm.megabyte))"
    }

    init(_ form: FormFields) { (files, megabytes) = (form["files"] ?? "", form["megabytes"] ?? "") }

    /// The quota that it asks for.
    ///
    /// - Parameter current: stays to the byte where the form shows it rounded and nobody changed it.
    func quota(_ current: StorageQuota) throws(ValidationErrors) -> StorageQuota {
        var errors = ValidationErrors()
        func number(_ field: String, name: String, text: String, in bounds: ClosedRange<Int>) -> Int {
            if let number = InputNumber.whole(text, in: bounds) { return number }
            errors.add(field, "\(name): a number from \(bounds.lowerBound) to \(bounds.upperBound).")
            return bounds.lowerBound
        }
        let files = number("files", name: "Files", text: files, in: StorageQuota.fileBounds)
        let bytes =
            number("megabytes", name: "Megabytes", text: megabytes, in: StorageQuota.megabyteBounds)
            * QuotaForm.megabyte
        try errors.check()
        return StorageQuota(files: files, bytes: megabytes == QuotaForm(current).megabytes ? current.bytes : bytes)
    }
}
