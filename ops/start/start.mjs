// npm start: makes a fresh clone ready, then starts everything (or what --only names).
import { spawn } from 'node:child_process';
import { ensureInstalled, nodeOptions, root } from './install.mjs';

const only = process.argv.find((argument) => argument.startsWith('--only'));
await ensureInstalled({ web: !only || /web|api|sdk/.test(process.argv.join(' ')) });
const child = spawn(process.execPath, [...nodeOptions, 'ops/start/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the child by itself; a signal to this process alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
