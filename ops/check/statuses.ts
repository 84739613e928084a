// node --import tsx ops/check/statuses.ts: what the product compares a status with has a name of contracts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareStatusesIn } from './bare-statuses.ts';
import { listSources, root } from './sources.ts';

const faults = listSources()
  .filter((path) => /^(contracts|services|projections|web)\//.test(path))
  .filter((path) => !/\.test\.tsx?$|\/test-[a-z-]+\.tsx?$/.test(path) && existsSync(join(root, path)))
  .flatMap((path) => bareStatusesIn(readFileSync(join(root, path), 'utf8')).map((fault) => `${path}:${fault}`));
for (const fault of faults) console.error(`${fault}: groupStatus, storyStatus and userStatus have names for it`);
process.exit(faults.length === 0 ? 0 : 1);
