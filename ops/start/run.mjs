// node ops/start/run.mjs <program> [arguments]: makes a fresh clone ready and runs a program: one of `serverPrograms` by
// its name (npm start: main), any other by its path from the root.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile, compiled, ensureServer, server } from './compile.mjs';
import { ensureInstalled, nodeOptions, root } from './install.mjs';
import { isProgram, serverPrograms } from './programs.mjs';

const [program, ...rest] = process.argv.slice(2);
const isOfServer = Object.hasOwn(serverPrograms, program ?? '');
if (!isOfServer && !(isProgram(program ?? '') && existsSync(join(root, program)))) {
  console.error(
    `Usage: node ops/start/run.mjs <${Object.keys(serverPrograms).join('|')}|path of a program> [arguments]`,
  );
  process.exit(2);
}
const only = rest.find((argument) => argument.startsWith('--only'));
const serves = program === 'main' ? !only || /web|api|sdk/.test(rest.join(' ')) : program === 'cluster' || !isOfServer;
await ensureInstalled({ web: serves });
await (isOfServer ? ensureServer() : compile());
const file = isOfServer ? join(server, `${program}.js`) : join(compiled, program.replace(/\.ts$/, '.js'));
const child = spawn(process.execPath, [...nodeOptions, file, ...rest], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the child by itself; a signal to this process alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
