// npm run billing -- advance [--days <n>]: takes the subscriptions of a sandbox installation through days to come.
import { parseArgs } from 'node:util';
import { streamId } from '#contracts/stream-name.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { money } from '#contracts/subscription/money.ts';
import { secondsPerDay } from '#contracts/subscription/periods.ts';
import { toEpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { tellFreeEnds } from '#services/billing/free-end/tell.ts';
import { advanceSubscriptions, type CountViewers } from '#services/billing/runner.ts';
import { countSealedViewers } from '../start/billing.ts';
import { runAsTool, toolConfig, withToolKernel } from './shell/run-as-tool.ts';
import { requireSandbox } from './shell/sandbox.ts';
import { ToolRefused } from './shell/tool-refused.ts';

const usage = 'Usage: npm run billing -- advance [--days <1 to 400>]';
const dayMs = secondsPerDay * 1000;

const daysAsked = (args: readonly string[]): number => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { days: { type: 'string', default: '31' } },
      allowPositionals: true,
    });
    const days = Number(values.days);
    if (positionals.join() === 'advance' && Number.isInteger(days) && days >= 1 && days <= 400) return days;
  } catch {
    // Options that there are not.
  }
  throw new ToolRefused(usage);
};

const told = (event: SubscriptionEvent): string => {
  switch (event.type) {
    case 'InvoiceClosed':
      return `${event.type} ${event.data.invoice.number} ${money(event.data.invoice.amount_due)}`;
    case 'InvoicePaid':
    case 'PaymentFailed':
      return `${event.type} ${money(event.data.amount)}`;
    default:
      return event.type;
  }
};

interface Happened {
  position: string;
  stream: string;
  type: string;
  data: object;
}

const happened = async ({ db }: Kernel, after: string): Promise<Happened[]> => {
  const { rows } = await db.pool.query<Happened>(
    `select position::text, stream, type, data from event where stream like 'subscription-%' and position > $1 order by position`,
    [after],
  );
  return rows;
};

/** Where time stands: now, or later where an earlier run has gone. */
const begin = async ({ db, now }: Kernel): Promise<{ position: string; ms: number }> => {
  const { rows } = await db.pool.query<{ position: string; ts: string | null }>(
    `select coalesce(max(position), 0)::text as position,
            max(ts) filter (where stream like 'subscription-%')::text as ts from event`,
  );
  return { position: rows[0]!.position, ms: Math.max(now(), Number(rows[0]!.ts ?? 0)) };
};

const advance = async (real: Kernel, days: number): Promise<number> => {
  const start = await begin(real);
  let { position, ms } = start;
  const kernel: Kernel = Object.create(real, { now: { value: () => ms } });
  const sealed = countSealedViewers(real);
  // Nobody has come in days that are still ahead.
  const count: CountViewers = async (accountId, period) =>
    toEpochMs(period.to) > real.now() ? { mau: 0, marked: 0, digest: null } : sealed(accountId, period);
  let steps = 0;
  for (let day = 0; day < days; day += 1) {
    ms += dayMs;
    await tellFreeEnds(kernel);
    await advanceSubscriptions(kernel, count);
    for (const event of await happened(kernel, position)) {
      console.log(
        `${new Date(ms).toISOString().slice(0, 10)}  ${streamId(event.stream)}  ${told(event as unknown as SubscriptionEvent)}`,
      );
      position = event.position;
      steps += 1;
    }
  }
  console.log(`It is ${new Date(ms).toISOString().slice(0, 10)} for all subscriptions. ${steps} things happened.`);
  return 0;
};

await runAsTool(async (args) => {
  const days = daysAsked(args);
  requireSandbox(toolConfig());
  return withToolKernel((kernel) => advance(kernel, days));
});
