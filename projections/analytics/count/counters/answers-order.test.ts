import { createHash } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import { serializePayload } from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { testEnvelope } from '#ops/testing/seen-batch.ts';
import { hashTableRows } from '../../../hash-rows.ts';
import { rebuildAnalytics } from '../../rebuild/rebuild.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const uuid = (text: string) => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};
const tables = ['answer', 'first_answer', 'daily_answer', 'daily_response'] as const;
const types = [...sdkAnswerTypes, 'component_impression', 'product_tag_clicked', 'story_impression'] as const;

const event = fc.record({
  type: fc.constantFrom(...types),
  story: fc.integer({ min: 0, max: 2 }),
  component_id: fc.option(fc.constantFrom('mood', 'which', 'ü "x", y'), { nil: undefined }),
  value: fc.option(fc.oneof(fc.constantFrom('A', 'B', '', '{,"}\\'), fc.integer({ min: 1, max: 3 }), fc.boolean()), {
    nil: undefined,
  }),
  hours: fc.integer({ min: -60, max: 0 }),
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;
const batch = fc.record({
  instance: fc.integer({ min: 0, max: 3 }),
  viewer: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
  events: fc.array(event, { minLength: 1, maxLength: 6 }),
});
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never;
/** Batches, and two orders in which they arrive: each has every batch at least once, counted in parts. */
const arrivals = fc.array(batch, { minLength: 1, maxLength: 12 }).chain((batches) => {
  const places = batches.map((_, place) => place);
  const order = fc
    .array(fc.constantFrom(...places), { maxLength: 8 })
    .chain((again) => fc.shuffledSubarray([...places, ...again], { minLength: places.length + again.length }));
  const parts = fc.integer({ min: 1, max: 4 });
  return fc.record({ batches: fc.constant(batches), orders: fc.tuple(order, order), parts });
});

const storyOf = ({ instance }: Batch, { story }: Event) => `story ${instance} ${story}`;
const answerText = ({ type, value }: Event): string =>
  type === 'component_impression' || value === undefined ? '' : String(value);

const payloadOf = (one: Batch): string =>
  serializePayload(
    testEnvelope({
      app_id: uuid(`app ${one.instance & 1}`),
      account_id: uuid('account'),
      received_at: noon,
      consent: one.viewer !== null,
      viewer: one.viewer === null ? null : Buffer.alloc(16, one.viewer).toString('base64url'),
    }),
    JSON.stringify(
      one.events.map((sent) => ({
        id: uuid('event'),
        type: sent.type,
        at: noon + sent.hours * 3_600_000,
        group_id: uuid(`group ${one.instance}`),
        story_id: uuid(storyOf(one, sent)),
        ...(sent.component_id === undefined ? {} : { component_id: sent.component_id }),
        ...(sent.value === undefined ? {} : { value: sent.value }),
      })),
    ),
  );

/**
 * What the tables are to hold of batches in the order in which they came first, counted by hand: rows of answers, and of each
 * value how often it came. Of a viewer's answers to a component only the first counts.
 */
const expected = (batches: readonly Batch[]) => {
  const daily = new Map<string, number>();
  const given = new Set<string>();
  let answers = 0;
  for (const one of batches)
    for (const sent of one.events) {
      if (sent.type === 'story_impression') continue;
      const answer = JSON.stringify([storyOf(one, sent), sent.component_id ?? '', sent.type, one.viewer]);
      const isAnswer = (sdkAnswerTypes as readonly string[]).includes(sent.type);
      if (isAnswer && one.viewer !== null && given.has(answer)) continue;
      given.add(answer);
      const day = new Date(noon + sent.hours * 3_600_000).toISOString().slice(0, 10);
      const key = JSON.stringify([uuid(storyOf(one, sent)), day, sent.component_id ?? '', sent.type, answerText(sent)]);
      daily.set(key, (daily.get(key) ?? 0) + 1);
      if (isAnswer) answers += 1;
    }
  return { answers, daily: [...daily].sort() };
};

/** Responses of stories and of groups that are not the sum of their components' values. */
const sumsDiffer = `
  with summed as (
    select 'story' as scope, story_id as subject_id, day, type, answers from daily_answer
    union all select 'group', group_id, day, type, answers from daily_answer)
  select * from (select scope, subject_id, day, type, sum(answers) as responses from summed group by 1, 2, 3, 4) as s
    full join daily_response r using (scope, subject_id, day, type) where s.responses is distinct from r.responses`;

const counted = async ({ kernel }: Harness) => {
  const { pool } = kernel.analytics;
  const { rows } = await pool.query(
    'select story_id, day::text, component_id, type, value, answers::int as answers from daily_answer',
  );
  const answers = await pool.query('select count(*)::int as n from answer');
  return {
    answers: answers.rows[0].n,
    daily: rows.map(({ answers: n, ...row }) => [JSON.stringify(Object.values(row)), n] as [string, number]).sort(),
  };
};

/** Who has answered what, whatever came first, and how many answers of each type count. */
const orderless = `
  select md5(string_agg(one, ' ' order by one)) as hash
    from (select concat_ws(' ', story_id, component_id, type, viewer) as one from first_answer
          union all select concat_ws(' ', story_id, component_id, type, sum(answers)) from daily_answer group by story_id, component_id, type) as every`;

t.test('answers in any parts and however often repeated give the same tables, in any order as many', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.analytics;
  const forget = () =>
    h.asOwner(`truncate answer, first_answer, daily_answer, daily_response, daily_count, daily_viewers, account_viewer, telemetry_seen, telemetry_batch;
                update telemetry_checkpoint set transaction_id = '0', position = 0`);
  const arrive = (batches: readonly Batch[], order: readonly number[]) =>
    pool.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, payload)
       select * from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::text[])`,
      [
        order.map((place) => (batches[place]!.instance * 3) % laneCount),
        order.map((place) => uuid(`instance ${batches[place]!.instance}`)),
        order.map((place) => uuid(`batch ${place}`)),
        order.map((place) => payloadOf(batches[place]!)),
      ],
    );
  const countInParts = async (batches: readonly Batch[], order: readonly number[], parts: number) => {
    await forget();
    const size = Math.ceil(order.length / parts);
    for (let from = 0; from < order.length; from += size) {
      await arrive(batches, order.slice(from, from + size));
      await countAll(h);
    }
    return hashTableRows(pool, 'analytics', tables);
  };
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ batches, orders, parts }) => {
      const once = await countInParts(batches, [...new Set(orders[0])], 1);
      const answered = new Set<string>();
      for (const order of orders) {
        const hashes = await countInParts(batches, order, parts);
        if (order === orders[0] && JSON.stringify(hashes) !== JSON.stringify(once))
          throw new Error('the tables differ');
        const got = await counted(h);
        const wanted = expected([...new Set(order)].map((place) => batches[place]!));
        answered.add((await pool.query(orderless)).rows[0].hash);
        if (JSON.stringify(got) !== JSON.stringify(wanted))
          throw new Error(`${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
        const { rows: wrong } = await pool.query(sumsDiffer);
        if (wrong.length > 0) throw new Error(`${JSON.stringify(wrong)} is not what the values add up to`);
      }
      if (answered.size !== 1) throw new Error('the order makes other answers count');
      runs += 1;
    }),
    { numRuns: 12, endOnFailure: true },
  );
  t.equal(runs, 12);
  const { before, after } = await rebuildAnalytics(h.kernel);
  for (const table of tables) t.equal(after[table], before[table], `a rebuild gives the same ${table}`);
});
