// npm run redrive -- <read model> [<stream> --by <name>]: applies the events that a read model has set aside; without a
// stream it lists them.
import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import type { Projection } from '#projections/projection.ts';
import { redrive } from '#projections/runner/redrive.ts';
import { projections } from '../start/read-models.ts';
import { runAsTool, withToolKernel } from './shell/run-as-tool.ts';
import { parseBy, recordShellOperation } from './shell/shell-operation.ts';

const list = async ({ db }: Kernel, { name }: Projection): Promise<number> => {
  const { rows } = await db.pool.query<{ stream: string; events: number; error: string }>(
    `select stream, count(*)::int as events, (array_agg(error order by version))[1] as error
       from parked_event where projection = $1 group by stream order by stream`,
    [name],
  );
  console.log(rows.length === 0 ? `${name} has no parked events.` : `${name} has parked events:`);
  for (const { stream, events, error } of rows) console.log(`  ${stream}, ${events} events: ${error}`);
  return 0;
};

const apply = async (kernel: Kernel, projection: Projection, stream: string): Promise<number> => {
  const { applied, left, error } = await redrive(kernel, projection, stream);
  console.log(`${projection.name}: ${applied} events of ${stream} applied, ${left} still parked`);
  if (error !== null) console.error(`The next one failed again: ${error}`);
  // A wake-up is sent a moment after it was told.
  await delay(50);
  return left === 0 ? 0 : 1;
};

const main = async (given: readonly string[]): Promise<number> => {
  const {
    by,
    rest: [name, stream, ...more],
  } = parseBy(given);
  const projection: Projection | undefined = projections.find((one) => one.name === name);
  if (!projection || more.length > 0 || (stream !== undefined && by === null)) {
    const names = projections.map((one) => one.name).join('|');
    console.error(`Usage: npm run redrive -- <${names}> [<stream> --by <your email or name>]`);
    return 2;
  }
  return withToolKernel(async (kernel) => {
    if (stream === undefined) return list(kernel, projection);
    const data = { projection: projection.name, stream: stream.slice(0, 200) };
    await recordShellOperation(kernel, by!, { type: 'ReadModelRedriveRequested', data });
    return apply(kernel, projection, stream);
  });
};

await runAsTool(main);
