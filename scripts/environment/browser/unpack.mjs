// Unpacks the Chromium of @sparticuz/chromium with its libraries and fonts: unpack.mjs FROM TO
// TO/chromium then starts it, wherever TO lies.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const [from, to] = process.argv.slice(2).map((path) => resolve(path));
const unpacked = (name) => brotliDecompressSync(readFileSync(join(from, name)));
const executable = { mode: 0o755 };

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${to}/fonts</dir>
  <cachedir>${to}/fonts-cache</cachedir>
</fontconfig>
`;
const launcher = `#!/bin/sh
export LD_LIBRARY_PATH='${to}/lib' FONTCONFIG_FILE='${to}/fonts.conf'
exec '${to}/chromium-bin' "$@"
`;

mkdirSync(to, { recursive: true });
for (const archive of ["al2023.tar.br", "swiftshader.tar.br", "fonts.tar.br"]) {
  execFileSync("tar", ["x", "-C", to], { input: unpacked(archive) });
}
writeFileSync(join(to, "fonts.conf"), fonts);
writeFileSync(join(to, "chromium-bin"), unpacked("chromium.br"), executable);
writeFileSync(join(to, "chromium"), launcher, executable);
