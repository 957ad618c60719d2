import Foundation
import PackagePlugin

/// Compiles every template below the package's `Views` folder into the target that uses the plugin.
@main
struct CompileViews: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let views = context.package.directoryURL.appending(path: "Views")
        let compiler = try context.tool(named: "ViewCompiler").url
        let files =
            FileManager.default.enumerator(at: views, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return files.filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }.map { template in
            let name = String(template.path.dropFirst(views.path.count + 1))
            let output = name.dropLast(".html".count).map { $0 == "/" ? "_" : String($0) }.joined()
            let swift = context.pluginWorkDirectoryURL.appending(path: "\(output).swift")
            return .buildCommand(
                displayName: "Compiling Views/\(name)", executable: compiler,
                arguments: [template.path, swift.path, "Views/\(name)"], inputFiles: [template], outputFiles: [swift])
        }
    }
}
