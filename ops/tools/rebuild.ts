// npm run rebuild -- <read model> --by <name>: builds it anew beside the running one and compares the tables.
import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import { rebuildable } from '../start/rebuildable.ts';
import { runAsTool, withToolKernel } from './shell/run-as-tool.ts';
import { parseBy, recordShellOperation } from './shell/shell-operation.ts';

const rebuild = async (kernel: Kernel, name: string): Promise<boolean> => {
  const started = performance.now();
  const { before, after, rows } = await rebuildable[name]!(kernel);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${rows === undefined ? '' : `${rows} rows, `}${seconds} s`);
  let equal = true;
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const same = before[table] === after[table];
    equal &&= same;
    console.log(`  ${table}: ${before[table] ?? 'none'} -> ${after[table] ?? 'none'} ${same ? 'equal' : 'NOT EQUAL'}`);
  }
  return equal;
};

const main = async (given: readonly string[]): Promise<number> => {
  const { by, rest } = parseBy(given);
  const [asked] = rest;
  const names = asked === 'all' ? Object.keys(rebuildable) : [asked ?? ''];
  if (by === null || rest.length !== 1 || !names.every((name) => Object.hasOwn(rebuildable, name))) {
    console.error(
      `Usage: npm run rebuild -- <${[...Object.keys(rebuildable), 'all'].join('|')}> --by <your email or name>`,
    );
    return 2;
  }
  return withToolKernel(async (kernel) => {
    let equal = true;
    for (const projection of names)
      await recordShellOperation(kernel, by, { type: 'ReadModelRebuildRequested', data: { projection } });
    for (const name of names) equal = (await rebuild(kernel, name)) && equal;
    // A wake-up is sent a moment after it was told.
    await delay(50);
    return equal ? 0 : 1;
  });
};

await runAsTool(main);
