import type { Chance } from './chance.ts';
import type { Load } from './clients.ts';
import type { Served } from './servers.ts';
import type { Site } from './site.ts';

/** How much is sent and how often somebody is killed. */
export interface Plan {
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
const moreLoad = async (load: Load, commands: number, batches: number): Promise<void> => {
  const { acknowledged } = load;
  const goal = { commands: acknowledged.commands + commands, batches: acknowledged.batches + batches };
  load.most = { commands: goal.commands + 2 * commands, batches: goal.batches + 2 * batches };
  const until = Date.now() + stallMs;
  while (acknowledged.commands < goal.commands || acknowledged.batches < goal.batches) {
    if (Date.now() > until) throw new Error(`nothing moves: ${JSON.stringify(acknowledged)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
};

/** Who dies in which order: every kind of process in turn, Postgres spread evenly between. */
const victims = (plan: Plan, chance: Chance): (number | 'postgres')[] => {
  const order: (number | 'postgres')[] = [];
  for (let kill = 0; kill < plan.processKills; kill += 1) order.push(kill < 3 ? kill : Math.floor(chance() * 3));
  for (let kill = 0; kill < plan.postgresKills; kill += 1)
    order.splice(Math.round(((kill + 1) * order.length) / (plan.postgresKills + 1)), 0, 'postgres');
  return order;
};

/**
 * Kills one after another. A killed process comes back while the next one dies already, so that at times nobody serves;
 * Postgres dies when all are back, since a process does not start without it.
 */
export const killAll = async (site: Site, plan: Plan, load: Load, chance: Chance, say: (words: string) => void) => {
  let back = Promise.resolve();
  let last: Served | null = null;
  for (const victim of victims(plan, chance)) {
    await moreLoad(load, Math.ceil(plan.between * (0.5 + chance())), Math.ceil((plan.between / 2) * (0.5 + chance())));
    const target = victim === 'postgres' ? null : site.served[victim]!;
    if (!target || target === last) await back;
    const name = target?.name ?? 'postgres';
    site.kills[name] = (site.kills[name] ?? 0) + 1;
    await (target ?? site.postgres).kill();
    say(`killed ${name}; acknowledged ${load.acknowledged.commands} commands, ${load.acknowledged.batches} batches`);
    if (!target) await site.postgres.start();
    else {
      await back;
      back = target.start();
      back.catch(() => {});
    }
    last = target;
  }
  await back;
  await moreLoad(load, plan.between, Math.ceil(plan.between / 2));
};
