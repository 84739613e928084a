import { delay } from '#kernel/platform/delay.ts';
import type { Random } from '#ops/testing/random.ts';
import type { RunState } from './clients.ts';
import type { ServerProcess } from './processes.ts';
import type { FaultSystem } from './system.ts';

/** How much is sent and how often somebody is killed. */
export interface FaultPlan {
  processKills: number;
  postgresKills: number;
  commandClients: number;
  ingestClients: number;
  /** Between two kills at least so many commands and half as many batches are acknowledged. */
  between: number;
  seed: number;
}

const stallMs = 60_000;

/** Waits until so much more was acknowledged; a run in which nothing moves any more ends with an error. */
const waitForLoad = async (state: RunState, commands: number, batches: number): Promise<void> => {
  const { acknowledged } = state;
  const goal = { commands: acknowledged.commands + commands, batches: acknowledged.batches + batches };
  state.most = { commands: goal.commands + 2 * commands, batches: goal.batches + 2 * batches };
  const until = Date.now() + stallMs;
  while (acknowledged.commands < goal.commands || acknowledged.batches < goal.batches) {
    if (Date.now() > until) throw new Error(`nothing moves: ${JSON.stringify(acknowledged)}`);
    await delay(20);
  }
};

/** Who dies in which order: every kind of process in turn, Postgres spread evenly between. */
const killOrder = (plan: FaultPlan, random: Random): (number | 'postgres')[] => {
  const order: (number | 'postgres')[] = [];
  for (let kill = 0; kill < plan.processKills; kill += 1) order.push(kill < 3 ? kill : Math.floor(random() * 3));
  for (let kill = 0; kill < plan.postgresKills; kill += 1)
    order.splice(Math.round(((kill + 1) * order.length) / (plan.postgresKills + 1)), 0, 'postgres');
  return order;
};

/**
 * Kills one after another. A killed process comes back while the next one dies already, so that at times nobody serves;
 * Postgres dies when all are back, since a process does not start without it.
 */
export const killAll = async (
  system: FaultSystem,
  plan: FaultPlan,
  state: RunState,
  random: Random,
  say: (words: string) => void,
) => {
  let back = Promise.resolve();
  let last: ServerProcess | null = null;
  for (const victim of killOrder(plan, random)) {
    await waitForLoad(
      state,
      Math.ceil(plan.between * (0.5 + random())),
      Math.ceil((plan.between / 2) * (0.5 + random())),
    );
    const target = victim === 'postgres' ? null : system.served[victim]!;
    if (!target || target === last) await back;
    const name = target?.name ?? 'postgres';
    system.kills[name] = (system.kills[name] ?? 0) + 1;
    await (target ?? system.postgres).kill();
    say(`killed ${name}; acknowledged ${state.acknowledged.commands} commands, ${state.acknowledged.batches} batches`);
    if (!target) await system.postgres.start();
    else {
      await back;
      back = target.start();
      back.catch(() => {});
    }
    last = target;
  }
  await back;
  await waitForLoad(state, plan.between, Math.ceil(plan.between / 2));
};
