import HTTP

/// The form of the settings, as it was sent.
struct NoticeSettingsForm: Sendable {
    let on: Set<NoticeBox>
    let quietFrom: String
    let quietUntil: String
    let digest: String
    let mailsInstead: Bool

    init(_ settings: NoticeSettings, _ kinds: [NoticeKind]) {
        on = NoticeSettingsForm.boxes(kinds) { settings.isOn($0, $1) }
        quietFrom = settings.quiet.map { TimeOfDay.text($0.from) } ?? ""
        quietUntil = settings.quiet.map { TimeOfDay.text($0.until) } ?? ""
        digest = settings.digest.rawValue
        mailsInstead = settings.mailsInstead
    }

    /// Boxes that were not sent are off. Other fields that were not sent are as before, and unknown ones are ignored.
    init(_ form: FormFields, _ kinds: [NoticeKind], before: NoticeSettings) {
        let stored = NoticeSettingsForm(before, kinds)
        let sent = Set(form.values.map { $0.name })
        on = NoticeSettingsForm.boxes(kinds) { sent.contains(NoticeBox(kind: $0.name, channel: $1).name) }
        quietFrom = form["quiet_from"] ?? stored.quietFrom
        quietUntil = form["quiet_until"] ?? stored.quietUntil
        digest = form["digest"] ?? stored.digest
        mailsInstead = sent.contains("mails_instead")
    }

    /// - Throws: a problem for each wrong field.
    func settings(_ kinds: [NoticeKind]) throws(ValidationErrors) -> NoticeSettings {
        var errors = ValidationErrors()
        let chosen = NoticeDigest(rawValue: digest)
        if chosen == nil { errors.add("digest", "Choose one of the three.") }
        let quiet = quietHours(&errors)
        guard let chosen, errors.isEmpty else { throw errors }
        var choices: [NoticeBox: Bool] = [:]
        for kind in kinds {
            for channel in NoticeChannel.allCases {
                let box = NoticeBox(kind: kind.name, channel: channel)
                let isOn = on.contains(box)
                if isOn != kind.channels.contains(channel) { choices[box] = isOn }
            }
        }
        return NoticeSettings(digest: chosen, quiet: quiet, mailsInstead: mailsInstead, choices: choices)
    }

    private func quietHours(_ errors: inout ValidationErrors) -> QuietHours? {
        if quietFrom.isEmpty && quietUntil.isEmpty { return nil }
        let times = [("quiet_from", quietFrom), ("quiet_until", quietUntil)].map { name, text in
            let minutes = TimeOfDay.minutes(text)
            if text.isEmpty {
                errors.add(name, "Choose both times, or leave both empty.")
            } else if minutes == nil {
                errors.add(name, "Write a time like 22:00.")
            }
            return minutes
        }
        guard let from = times[0], let until = times[1] else { return nil }
        if from == until { errors.add("quiet_until", "Choose two different times.") }
        return QuietHours(from: from, until: until)
    }

    private static func boxes(_ kinds: [NoticeKind], isOn: (NoticeKind, NoticeChannel) -> Bool) -> Set<NoticeBox> {
        var boxes: Set<NoticeBox> = []
        for kind in kinds {
            for channel in NoticeChannel.allCases where kind.isAlwaysOn || isOn(kind, channel) {
                boxes.insert(NoticeBox(kind: kind.name, channel: channel))
            }
        }
        return boxes
    }
}
