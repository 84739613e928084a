import type pg from 'pg';
import { until } from '#ops/testing/harness.ts';
import type { ClientFixture } from './fixtures.ts';
import type { BatchLine, CommandLine } from './ledger.ts';

type On = Pick<pg.Pool, 'query'>;

interface Stored {
  stream: string;
  version: number;
  type: string;
  mark: string | null;
}

const mostFaults = 20;

/** Collects faults in words; of very many the first ones are kept. */
const collector = () => {
  const faults: string[] = [];
  let left = mostFaults;
  return {
    faults,
    note(words: string) {
      left -= 1;
      if (left >= 0) faults.push(words);
      else if (left === -1) faults.push('… and more of these');
    },
  };
};

const placeOf = ({ stream, version }: { stream: string | null; version: number | null }) => `${stream}@${version}`;

/** What the set-up put into the groups, without a ledger. */
const isSetUp = ({ mark }: Stored): boolean => ['Watched', 'Shared', 'One', 'Two', 'Three'].includes(mark ?? '');

/**
 * Compares the ledger of commands with the store: each that was answered stands exactly where its answer said, each
 * that was given up stands there once or not at all, and nothing else does.
 */
export const compareCommands = async (on: On, lines: readonly CommandLine[]): Promise<string[]> => {
  const { rows } = await on.query<Stored>(
    `select stream, version, type,
            coalesce(data->>'title', data->'story'->>'title', data->'changes'->>'title') as mark
       from event where stream like 'storyGroup-%'`,
  );
  const { faults, note } = collector();
  const stored = new Map(rows.filter((row) => !isSetUp(row)).map((row) => [placeOf(row), row]));
  for (const line of lines) {
    if (!line.answered) continue;
    const found = stored.get(placeOf(line));
    if (!found || found.type !== line.kind || (line.mark !== null && found.mark !== line.mark))
      note(`acknowledged and not in the store: ${JSON.stringify(line)}, there is ${JSON.stringify(found)}`);
    // Whatever stays is claimed by no answer; a second answer for one place finds nothing.
    stored.delete(placeOf(line));
  }
  const open = new Set(lines.filter((line) => !line.answered).map((line) => `${line.kind} ${line.mark}`));
  for (const row of stored.values())
    if (!open.delete(`${row.type} ${row.mark}`)) note(`in the store though nobody was told so: ${JSON.stringify(row)}`);
  return faults;
};

/** Compares the ledger with the records of answers: one for each key that was answered, none for a key never sent. */
export const compareKeys = async (on: On, lines: readonly CommandLine[]): Promise<string[]> => {
  const { rows } = await on.query<{ key: string; count: number }>(
    'select key, count(*)::int as count from idempotency group by key',
  );
  const { faults, note } = collector();
  const kept = new Map(rows.map((row) => [row.key, row.count]));
  for (const { key, answered } of lines) {
    const count = kept.get(key) ?? 0;
    if (count > 1 || (answered && count !== 1)) note(`the answer to ${key} is kept ${count} times`);
    kept.delete(key);
  }
  for (const key of kept.keys()) note(`an answer is kept for ${key}, which nobody sent`);
  return faults;
};

/** Looks for streams whose versions do not run from 1 without a gap. */
export const findGaps = async (on: On): Promise<string[]> => {
  const { rows } = await on.query<{ stream: string; events: number; last: number }>(
    `select stream, count(*)::int as events, max(version) as last from event
      group by stream having max(version) <> count(*) or min(version) <> 1 limit 20`,
  );
  return rows.map(({ stream, events, last }) => `${stream} has ${events} events and stands at version ${last}`);
};

const countersIn = ['impressions', 'clicks', 'opens', 'leaves', 'watch_ms'];

/**
 * Compares the ledger of batches with what was counted: each that was answered counts once, each that was given up once
 * or not at all, and the figures of every app, instance, group and story are their exact sum.
 */
export const compareBatches = async (on: On, lines: readonly BatchLine[]): Promise<string[]> => {
  const { faults, note } = collector();
  const { rows: seen } = await on.query<{ batch_id: string; instance_id: string }>(
    'select batch_id, instance_id from telemetry_seen',
  );
  const counted = new Map(seen.map((row) => [row.batch_id, row.instance_id]));
  const expected = new Map<string, number>();
  for (const { batch_id, instance_id, counts, answered } of lines) {
    const where = counted.get(batch_id);
    counted.delete(batch_id);
    if (where === undefined && !answered) continue;
    if (where !== instance_id) note(`batch ${batch_id} was counted for ${where ?? 'nobody'} instead of ${instance_id}`);
    for (const [place, by] of Object.entries(counts)) expected.set(place, (expected.get(place) ?? 0) + by);
  }
  for (const batch of counted.keys()) note(`batch ${batch} was counted though nobody sent it`);
  const { rows } = await on.query<Record<string, string | number>>(
    `select scope, subject_id, ${countersIn.map((name) => `sum(${name})::bigint as ${name}`).join(', ')}
       from daily_count group by scope, subject_id`,
  );
  for (const row of rows)
    for (const counter of countersIn) {
      const place = `${row.scope} ${row.subject_id} ${counter}`;
      const should = expected.get(place) ?? 0;
      if (row[counter] !== should) note(`${place} is ${row[counter]} and should be ${should}`);
      expected.delete(place);
    }
  for (const [place, should] of expected) note(`${place} is missing and should be ${should}`);
  return faults;
};

/** How often batches stand in the inbox a second time, which is allowed as long as they count once. */
export const countKeptTwice = async (on: On): Promise<number> => {
  const { rows } = await on.query<{ more: number }>(
    'select (count(*) - count(distinct (instance_id, batch_id)))::int as more from telemetry_batch',
  );
  return rows[0]!.more;
};

const freshMs = 2000;

const readStories = async (address: string, token: string): Promise<string> => {
  const answer = await fetch(`${address}/sdk/v1/${token}/stories`);
  return `${answer.status} ${answer.headers.get('etag')} ${(await answer.text()).replaceAll(address, '')}`;
};

/**
 * Checks that all processes hand out the same stories with the same tag, two seconds after the last change at the
 * latest.
 */
export const compareDelivery = async (
  addresses: readonly string[],
  fixtures: readonly ClientFixture[],
): Promise<string[]> => {
  const faults: string[] = [];
  for (const { instance_token } of fixtures) {
    let answers: string[] = [];
    const agree = async () => {
      answers = await Promise.all(addresses.map((address) => readStories(address, instance_token)));
      return answers.every((one) => one.startsWith('200 ') && one === answers[0]);
    };
    await until(agree, 'the same stories everywhere', freshMs).catch(() => {
      faults.push(`processes disagree on ${instance_token}: ${answers.map((one) => one.slice(0, 200)).join(' | ')}`);
    });
  }
  return faults;
};
