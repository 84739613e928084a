import { openDb } from '#kernel/db/pool.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { alternate, type Benchmark, type Measured, median, percentile, type RunSize, scaled } from './measure.ts';
import { type SeededApp, seedApp } from './seed.ts';
import { aggregateEvents, compactRollups, seededDays as days, type OwnedApp } from './seed-events.ts';
import { withProduct } from './with-product.ts';

const dayMs = 86_400_000;
const groups = 100;
const storiesEach = 10;
/** Milliseconds that 95 % of the answers may take; ten times the events may take at most half as long again. */
const goalMs = 150;
const goalRatio = 0.67;

const queries = (app: SeededApp): [string, string, Record<string, string>][] => {
  const [group] = app.groups;
  return [
    ['overview', '/api/n/analytics/overview', { app_id: app.app_id }],
    ['groups', '/api/story_group/n/stats', { app_id: app.app_id }],
    ['groups together', '/api/story_group/n/stats/totals', { app_id: app.app_id }],
    ['stories', '/api/story/stats', { app_id: app.app_id }],
    ['stories of a group', '/api/story/stats', { story_group_id: group!.group_id }],
    ['answers by group', '/api/story_group/n/interactive_stats', { app_id: app.app_id }],
    ['answers together', '/api/story_group/n/interactive_stats/totals', { app_id: app.app_id }],
    ['answers by story', '/api/story/interactive_stats', { app_id: app.app_id }],
    ['mau', '/api/mau', {}],
  ];
};

const range = (): Record<string, string> => {
  const today = Math.floor(Date.now() / dayMs);
  return { ts_start: String((today - days + 1) * 86_400), ts_end: String(today * 86_400) };
};

const compare = async (
  h: Harness,
  large: OwnedApp,
  small: OwnedApp,
  size: RunSize,
  words: string,
): Promise<Measured[]> => {
  const measured: Measured[] = [];
  const [rounds, turns] = [Math.min(size.rounds, 3), scaled(20, size, 2)];
  const smaller = queries(small.app);
  for (const [place, [name, url, query]] of queries(large.app).entries()) {
    const took: number[] = [];
    const ask = (owned: OwnedApp, given: Record<string, string>, times: number[]) => async () => {
      const started = performance.now();
      const asked = url === '/api/mau' ? given : { ...given, ...range() };
      for (let turn = 0; turn < turns; turn += 1) {
        const begun = performance.now();
        const { statusCode, body } = await h.inject('GET', url, { as: owned.person, query: asked });
        if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
        times.push(performance.now() - begun);
      }
      return turns / ((performance.now() - started) / 1000);
    };
    const line = await alternate(
      {
        path: `query: ${name}, ${words}`,
        peer: 'the same over a tenth of the events',
        unit: 'answers/s',
        goal: goalRatio,
        floor: null,
      },
      { ...size, rounds },
      ask(large, query, took),
      ask(small, smaller[place]![2], []),
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

/**
 * What home and analytics ask, over thirty days of an app with 100 groups and 1,000 stories: with ten million events in
 * the range against one million.
 */
export const queriesBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const db = openDb(h.ownerUrl, { max: 1 });
    const client = await db.pool.connect();
    try {
      const events = scaled(10_000_000, size, 6000);
      const seed = async (count: number): Promise<OwnedApp> => {
        const person = await h.person();
        const owned = { person, app: await seedApp(h, person, groups, storiesEach) };
        await aggregateEvents(client, h.kernel.log, owned, count);
        return owned;
      };
      const large = await seed(events);
      const small = await seed(events / 10);
      await compactRollups(client);
      return await compare(h, large, small, size, `${events / 1e6} M events`);
    } finally {
      client.release();
      await db.pool.end();
    }
  });
