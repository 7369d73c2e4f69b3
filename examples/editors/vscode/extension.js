// Starts `sparkhost policy lsp` for policy files. Plain JavaScript: there is nothing to build.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = vscode.workspace.getConfiguration("sparkhost");
  const records = settings.get("records");
  const args = ["policy", "lsp"].concat(records ? ["--records", records] : []);
  client = new LanguageClient(
    "sparkhost",
    "sparkhost policies",
    { command: settings.get("path"), args, transport: TransportKind.stdio },
    { documentSelector: [{ language: "sparkhost-policy" }] },
  );
  await client.start();
};

exports.deactivate = () => client && client.stop();
