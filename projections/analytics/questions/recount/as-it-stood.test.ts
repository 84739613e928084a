import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { StoodAnswer } from '#contracts/stats/recount.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { assertRefused } from '#ops/testing/owner-with-app.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { hashTableRows } from '../../../hash-rows.ts';
import { finaliseNextHour } from '../../archive/finalise.ts';
import { metricTables } from '../../tables.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

t.test('figures as they stood', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const harbour = await seedScene(h, nora);
  const pier = await seedScene(h, nora, { app: harbour, title: 'Pier' });
  const { token, app_id } = harbour;
  const { pool } = h.kernel.analytics;
  const start = Math.floor(Date.now() / dayMs) * dayMs - dayMs;
  const noon = start + 12 * hourMs;
  const days = { ts_start: start / 1000, ts_end: start / 1000 };
  const ask = (body: object, as: Person = nora, headers = {}) =>
    h.inject('POST', '/api/analytics/recount', { as, headers, body: { app_id, ...days, ...body } });
  const at = async (ms: number, more: object = {}): Promise<StoodAnswer> => {
    const answer = await ask({ accepted_until: ms / 1000, ...more });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const event = (type: string, group = harbour, when = start + hourMs) => ({
    type,
    group_id: group.group_id,
    ...(type.startsWith('story_') ? { story_id: group.stories[0] } : {}),
    ...(type === 'story_left' ? { watch_ms: 2000 } : {}),
    at: when,
  });
  const visit = (group = harbour) => [
    event('group_opened', group),
    event('story_impression', group),
    event('story_left', group),
  ];
  /** Sends batches of a name, viewer and events, each as if the log had got it at `received`. */
  const plant = async (
    all: readonly { id?: string; viewer: string; received: number; events: object[]; consent?: boolean }[],
  ): Promise<void> => {
    for (const { id = uuidv7(), viewer, received, events, consent = true } of all) {
      const { rows } = await pool.query('select coalesce(max(position), 0)::text as at from telemetry_batch');
      const more = { batch_id: id, viewer_id: viewer, consent };
      t.equal((await sendBatch(h, token, events as Record<string, unknown>[], more)).statusCode, 202);
      await pool.query(
        `with moved as (delete from telemetry_batch where position > $1 returning *)
         insert into telemetry_batch (transaction_id, position, partition, instance_id, batch_id, received_at, payload)
           select transaction_id, position, partition, instance_id, batch_id, to_timestamp($2), payload from moved`,
        [rows[0].at, received / 1000],
      );
    }
  };
  const [ada, dora] = [uuidv7(), uuidv7()];
  await plant([
    { id: ada, viewer: 'ada', received: noon - 2 * hourMs, events: visit() },
    { viewer: 'ben', received: noon, events: [...visit(), event('story_clicked'), event('group_completed')] },
    { viewer: 'nobody', received: noon - hourMs, events: visit(), consent: false },
    // Of the day before: in no figure of this one.
    { viewer: 'ella', received: noon - hourMs, events: [event('story_impression', harbour, start - hourMs)] },
    // The copy that comes first in the log arrived later by its clock.
    { id: dora, viewer: 'dora', received: noon + hourMs, events: visit(pier) },
    { id: dora, viewer: 'dora', received: noon - hourMs, events: visit(pier) },
    // Late: events of the morning, accepted in the evening; and a batch of the morning that was sent again.
    { viewer: 'cleo', received: noon + 8 * hourMs, events: [...visit(), ...visit(pier), event('story_clicked', pier)] },
    { viewer: 'ben', received: noon + 8 * hourMs, events: [event('story_impression')] },
    { id: ada, viewer: 'ada', received: noon + 9 * hourMs, events: visit() },
  ]);
  await countAll(h);
  const before = await hashTableRows(pool, 'analytics', metricTables);

  const figures = (impression: number, reach: number, open: number, click: number, complete: number) => ({
    impression,
    reach,
    open,
    click,
    complete,
  });
  const known = [
    {
      story_group_id: harbour.group_id,
      title: 'Harbour',
      as_it_stood: figures(3, 2, 3, 1, 1),
      now: figures(5, 3, 4, 1, 1),
      difference: figures(2, 1, 1, 0, 0),
    },
    {
      story_group_id: pier.group_id,
      title: 'Pier',
      as_it_stood: figures(1, 1, 1, 0, 0),
      now: figures(2, 2, 2, 1, 0),
      difference: figures(1, 1, 1, 1, 0),
    },
  ];
  const total = {
    as_it_stood: figures(4, 3, 4, 1, 1),
    now: figures(7, 4, 6, 2, 1),
    difference: figures(3, 1, 2, 1, 0),
  };

  const check = async (): Promise<void> => {
    const answer = await at(noon);
    t.same(answer.groups, known);
    t.match(answer, { ...total, accepted_until: noon / 1000, batches: 7, recountable_since: null });
    t.match((await at(noon - 1000)).as_it_stood, figures(3, 2, 3, 0, 0), 'a batch of that very second was there');
    t.match((await at(start)).as_it_stood, figures(0, 0, 0, 0, 0));
    const late = await at(noon + 10 * hourMs);
    t.same([late.as_it_stood, late.difference], [total.now, figures(0, 0, 0, 0, 0)]);
    const query = { app_id, ts_start: String(days.ts_start), ts_end: String(days.ts_end) };
    const rows = (await h.inject('GET', '/api/story_group/n/stats', { as: nora, query })).json().data;
    const totals = (await h.inject('GET', '/api/story_group/n/stats/totals', { as: nora, query })).json().data;
    const stated = (stats: Record<string, number>) =>
      figures(stats.total_impression!, stats.reach!, stats.total_open!, stats.total_click!, stats.total_complete!);
    for (const { story_group_id, now } of answer.groups)
      t.same(now, stated(rows.find(({ id }: { id: string }) => id === story_group_id).stats), 'as the statistics');
    t.same(answer.now, stated(totals.stats));
  };

  await t.test('are of what was accepted until then, each batch once, and now what the statistics say', check);

  await t.test('are the same of archived hours, and change nothing', async () => {
    const later = start + 2 * dayMs;
    await h.until(async () => {
      while (await finaliseNextHour(h.kernel, later));
      const { rows } = await pool.query('select coalesce(sum(batches), 0)::int as n from telemetry_archive');
      return rows[0].n === 9;
    }, 'all hours to be sealed');
    await check();
    t.same(await hashTableRows(pool, 'analytics', metricTables), before);
    const wide = await at(noon, { ts_start: days.ts_start - 86_400 });
    t.match(wide, { as_it_stood: { impression: 5, reach: 4 }, now: { impression: 8, reach: 5 } });
  });

  await t.test('come with their progress, for owners, of a moment and days that are kept', async (t) => {
    const moment = { accepted_until: noon / 1000 };
    const streamed = await ask(moment, nora, { accept: 'text/event-stream' });
    t.match(streamed.body, /^event: progress\n/);
    t.same(JSON.parse(/event: result\ndata: (.*)\n/.exec(streamed.body)![1]!).data, await at(noon));
    assertRefused(t, await ask(moment, await h.person()), 404, 'NotFound');
    const creator = await h.person({ account_id: nora.account_id, permissions: { story_creator: [app_id] } });
    assertRefused(t, await ask(moment, creator), 403, 'PermissionDenied');
    const long = { ...moment, ts_start: days.ts_start - 31 * 86_400 };
    assertRefused(t, await ask(long), 422, 'Invalid', 'ts_start');
    const both = { ...moment, rule: { impression_seconds: 2 } };
    assertRefused(t, await ask(both), 422, 'Invalid', 'accepted_until');
    const ahead = Math.floor(Date.now() / 1000) + 3600;
    assertRefused(t, await ask({ accepted_until: ahead }), 422, 'Invalid', 'accepted_until');
    assertRefused(t, await ask({ accepted_until: 1.5 }), 422, 'Invalid', 'accepted_until');

    await pool.query('insert into telemetry_expired (until) values (to_timestamp($1))', [start / 1000 - 2 * 3600]);
    t.match(await at(noon), { ...total, recountable_since: start / 1000 }, 'all of that day is kept');
    const day = new Date(start).toISOString().slice(0, 10);
    const older = await ask({ ...moment, ts_start: days.ts_start - 86_400 });
    assertRefused(t, older, 422, 'Invalid', 'ts_start');
    t.match(older.json().errors[0].message, `Choose days from ${day} on.`);
    const early = await ask({ accepted_until: start / 1000 - 1 });
    assertRefused(t, early, 422, 'Invalid', 'accepted_until');
    t.match(early.json().errors[0].message, `Data from before ${day} is no longer kept.`);
    const rule = { rule: { impression_seconds: 1 } };
    assertRefused(t, await ask({ ...rule, ts_start: days.ts_start - 86_400 }), 422, 'Invalid', 'ts_start');
    t.equal((await ask(rule)).json().data.recountable_since, start / 1000);
  });
});
