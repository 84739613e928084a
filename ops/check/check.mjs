// npm run check: types, lint and format, who imports whom, names that stand for two things, what the author of a command must know, statuses by name, sheets and the classes that are used, lines per file, and whether the committed OpenAPI document is up to date.
import { spawnSync } from 'node:child_process';
import { compile, compiled } from '../start/compile.mjs';
import { ensureInstalled, root } from '../start/install.mjs';

await ensureInstalled({ web: true });
await compile();
const node = process.execPath;
const steps = [
  ['types', node, ['node_modules/typescript/bin/tsc', '-p', '.', '--singleThreaded']],
  ['lint and format', node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
  ['imports', node, ['--import', 'tsx', 'ops/check/imports.ts']],
  ['names', node, ['--import', 'tsx', 'ops/check/names.ts']],
  ['names that a command needs', node, ['--import', 'tsx', 'ops/check/command-names.ts']],
  ['statuses by name', node, ['--import', 'tsx', 'ops/check/statuses.ts']],
  ['sheets', node, ['--import', 'tsx', 'ops/check/css.ts']],
  ['lines per file', node, ['--import', 'tsx', 'ops/check/lines.ts']],
  ['OpenAPI document', node, [`${compiled}/ops/tools/openapi.js`, '--check']],
];
// Types take 2 GB, with little to be freed: looking for it takes a quarter of the time.
const env = { GOGC: 'off', GOMEMLIMIT: '3GiB', ...process.env };
let failed = 0;
for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  console.log(`${status === 0 ? 'ok     ' : 'not ok '} ${name}`);
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
