// node --import tsx ops/check/css.ts: the dashboard's sheets and the classes that its code uses fit together.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cssFaults } from './css-faults.ts';
import { listFiles, root } from './sources.ts';

const dashboard = 'web/dashboard/';
const files = new Map(
  listFiles()
    .filter((path) => path.startsWith(dashboard) && /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path)))
    .map((path) => [path.slice(dashboard.length), readFileSync(join(root, path), 'utf8')]),
);
const faults = cssFaults(files);
for (const fault of faults) console.error(fault);
const modules = [...files.keys()].filter((path) => path.endsWith('.module.css')).length;
console.log(`${modules} CSS modules, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
