// node --import tsx ops/check/css.ts: the sheets of the dashboard and the studio fit together with the classes that their code uses.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cssFaults } from './css-faults.ts';
import { listFiles, root } from './sources.ts';

const files = new Map(
  listFiles()
    .filter((path) => /^web\/(dashboard|studio)\/.*\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path)))
    .map((path) => [path.slice('web/'.length), readFileSync(join(root, path), 'utf8')]),
);
const faults = cssFaults(files);
for (const fault of faults) console.error(fault);
const modules = [...files.keys()].filter((path) => path.endsWith('.module.css')).length;
console.log(`${modules} CSS modules, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
