import { openDb } from '#kernel/db/pool.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { historyProjection } from '#projections/history/projection.ts';
import { startProjection } from '#projections/runner/run.ts';
import { measureFigureRows } from './figure-rows.ts';
import { alternate, type Benchmark, type Measured, median, percentile, type RunSize, scaled } from './measure.ts';
import { type Question, questions } from './questions.ts';
import { seedApp } from './seed.ts';
import { aggregateEvents, compactRollups, type OwnedApp } from './seed-events.ts';
import { withSeeded } from './seeded.ts';

/** A page names up to 25 of them. */
const leastGroups = 25;
const storiesEach = 10;
/** Milliseconds that 95 % of the answers may take; ten times the events may take at most half as long again. */
const goalMs = 150;
const goalRatio = 0.67;

/** The app with all events, and one with a tenth of them. */
interface Seeded {
  large: OwnedApp;
  small: OwnedApp;
}

/** Asks a question so many times a turn, each time by itself; answers how many were answered per second. */
const askInTurns = (h: Harness, { person }: OwnedApp, { url, query }: Question, turns: number, took: number[]) => {
  let asked = 0;
  return async (): Promise<number> => {
    const started = performance.now();
    for (let turn = 0; turn < turns; turn += 1) {
      const begun = performance.now();
      const { statusCode, body } = await h.inject('GET', url, { as: person, query: query(asked) });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
      took.push(performance.now() - begun);
      asked += 1;
    }
    return turns / ((performance.now() - started) / 1000);
  };
};

const compare = async (h: Harness, { large, small }: Seeded, size: RunSize, words: string): Promise<Measured[]> => {
  const measured: Measured[] = [];
  const rounds = Math.min(size.rounds, 3);
  const smaller = questions(small.app);
  for (const [place, question] of questions(large.app).entries()) {
    const turns = Math.min(scaled(20, size), question.most ?? Number.POSITIVE_INFINITY);
    const took: number[] = [];
    const line = await alternate(
      {
        path: `query: ${question.name}, ${words}`,
        peer: 'the same over a tenth of the events',
        unit: 'answers/s',
        goal: goalRatio,
        floor: null,
      },
      { ...size, rounds },
      askInTurns(h, large, question, turns, took),
      askInTurns(h, small, smaller[place]!, turns, []),
    );
    const measuredTurns = took.slice(-turns * rounds);
    const p95 = percentile(measuredTurns, 0.95);
    const verdict = p95 <= goalMs ? 'met' : 'missed';
    measured.push({
      ...line,
      note: `p95 ${p95.toFixed(0)} ms, median ${median(measuredTurns).toFixed(0)}; goal ${goalMs} ms: ${verdict}`,
    });
  }
  return measured;
};

const readHistory = async (h: Harness): Promise<void> => {
  const part = await startProjection(historyProjection)(h.kernel);
  try {
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query<{ behind: boolean }>(
        `select exists (select from event e, projection_checkpoint c
                         where c.name = 'history' and (e.transaction_id, e.position) > (c.transaction_id, c.position)) as behind`,
      );
      return !rows[0]!.behind;
    }, 'the history');
  } finally {
    await part.stop();
  }
};

/** Does something as the owner of the tables, on one connection. */
const asOwner = async <T>(
  h: Harness,
  work: (client: Parameters<typeof compactRollups>[0]) => Promise<T>,
): Promise<T> => {
  const db = openDb(h.ownerUrl, { max: 1 });
  const client = await db.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
    await db.pool.end();
  }
};

/**
 * What home and the pages of figures ask, over thirty days of an app with 100 groups and 1,000 stories: with ten million
 * events in the range against one million. Then the rows that all this is read from.
 */
export const queriesBenchmark: Benchmark = (size) => {
  const events = scaled(10_000_000, size, 6000);
  const groups = scaled(100, size, leastGroups);
  const words = `${events / 1e6} M events`;
  const seed = async (h: Harness): Promise<Seeded> => {
    const make = async (): Promise<OwnedApp> => {
      const person = await h.person();
      return { person, app: await seedApp(h, person, groups, storiesEach) };
    };
    const [large, small] = [await make(), await make()];
    await readHistory(h);
    await asOwner(h, async (client) => {
      await aggregateEvents(client, h.kernel.log, large, events);
      await aggregateEvents(client, h.kernel.log, small, events / 10);
      await compactRollups(client);
    });
    return { large, small };
  };
  return withSeeded({ keep: !size.cold, parameters: { events, groups, storiesEach } }, seed, async (h, seeded) => {
    // A kept person was signed in by a process that has ended.
    const signIn = async ({ person: { user_id, account_id, email }, app }: OwnedApp): Promise<OwnedApp> => ({
      person: await h.signIn(user_id, account_id, email),
      app,
    });
    const signedIn = { large: await signIn(seeded.large), small: await signIn(seeded.small) };
    const rows = await asOwner(h, (client) => measureFigureRows(client, `${events / 1e6} + ${events / 1e7} M events`));
    return [...(await compare(h, signedIn, size, words)), rows];
  });
};
