/// `GET /settings/notices`
struct NoticeSettingsPage {
    let frame: Frame
    let push: PushPart
    /// Each folded.
    let topics: [NoticeSettingsTopic]
    /// Whether mail has no confirmed address to go to.
    let needsAddress: Bool
    /// Whether there is no mail server and the host forwards the messages.
    let isOutbox: Bool
    let quietFrom: FieldPart
    let quietUntil: FieldPart
    let digest: ChoicesPart
    let mailsInstead: TogglePart

    init(
        _ frame: Frame, push: PushPart, topics: [(topic: NoticeTopic, kinds: [NoticeKind])],
        form: NoticeSettingsForm,
        needsAddress: Bool, isOutbox: Bool, errors: ValidationErrors
    ) {
        self.frame = frame
        self.push = push
        self.needsAddress = needsAddress
        self.isOutbox = isOutbox
        self.topics = topics.map { NoticeSettingsTopic($0.topic, kinds: $0.kinds, on: form.on) }
        quietFrom = FieldPart("quiet_from", label: "From", value: form.quietFrom, type: "time", errors: errors)
        quietUntil = FieldPart("quiet_until", label: "Until", value: form.quietUntil, type: "time", errors: errors)
        digest = ChoicesPart(
            "digest", label: "What you haven’t read, in one email",
            choices: [("off", "Off"), ("daily", "Every morning"), ("weekly", "Mondays")], chosen: form.digest,
            errors: errors)
        mailsInstead = TogglePart(
            name: "mails_instead", label: "Email me when no device gets notifications",
            hint: "While none of your devices gets notifications, you get what’s ticked under Push by email.",
            isOn: form.mailsInstead)
    }
}

/// What is about the same, as one line that unfolds.
struct NoticeSettingsTopic {
    let words: String
    /// "Site all · Push 4 of 5 · Email none"
    let state: String
    let columns = NoticeChannel.allCases.map { $0.words }
    let rows: [NoticeSettingsRow]

    init(_ topic: NoticeTopic, kinds: [NoticeKind], on: Set<NoticeBox>) {
        words = topic.rawValue
        rows = kinds.map { NoticeSettingsRow($0, on) }
        state = NoticeChannel.allCases.map { channel in
            let count = kinds.count { on.contains(NoticeBox(kind: $0.name, channel: channel)) }
            let many = count == kinds.count ? "all" : count == 0 ? "none" : "\(count) of \(kinds.count)"
            return "\(channel.words) \(many)"
        }.joined(separator: " · ")
    }
}

/// A kind with a box for each channel.
struct NoticeSettingsRow {
    let words: String
    /// Whether its boxes are ticked for good.
    let isAlways: Bool
    let boxes: [(name: String, label: String, isOn: Bool)]

    init(_ kind: NoticeKind, _ on: Set<NoticeBox>) {
        words = kind.words
        isAlways = kind.isAlwaysOn
        boxes = NoticeChannel.allCases.map { channel in
            let box = NoticeBox(kind: kind.name, channel: channel)
            return (box.name, "\(channel.words): \(kind.words)", on.contains(box))
        }
    }
}
