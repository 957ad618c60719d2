import HTTP
import PositionSources

/// `GET /settings/devices`
struct DevicesPage {
    let frame: Frame
    let devices: [DevicePart]
    /// How long positions are kept: "one day".
    let kept: String
    let form: NewPhoneAppForm
    /// Where other features lead from here.
    let links: [NavigationPart]

    var browsers: [DevicePart] { devices.filter { !$0.isApp } }
    var apps: [DevicePart] { devices.filter { $0.isApp } }
    var hasPositions: Bool { devices.contains { $0.hasPositions } }
}

/// The form that adds a phone app.
struct NewPhoneAppForm {
    let name: FieldPart
    let app: SelectPart

    init(_ form: FormFields, _ errors: ValidationErrors) {
        name = FieldPart(
            "name", label: "Name", value: form["name"] ?? "", placeholder: "My phone", isRequired: true,
            lengths: (1, PhoneApp.maxNameLength), errors: errors)
        let choices = PositionSource.allCases.map { source in
            let setup = AppSetup(source)
            return (source.rawValue, "\(setup.name) (\(setup.systems))")
        }
        app = SelectPart(
            "app", label: "App", choices: choices, chosen: form["app"] ?? PositionSource.owntracks.rawValue,
            errors: errors)
    }
}
