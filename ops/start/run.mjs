// Runs a TypeScript program of this repository: node ops/start/run.mjs <file> [arguments]
import { spawn } from 'node:child_process';
import { ensureInstalled, nodeOptions } from './install.mjs';

await ensureInstalled({ web: false });
const [file, ...rest] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node ops/start/run.mjs <file> [arguments]');
  process.exit(2);
}
const child = spawn(process.execPath, [...nodeOptions, file, ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
