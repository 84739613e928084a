import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { rebuildable } from '../../start/rebuildable.ts';

/** Rounds of load on one group: a new title and a batch; each title must be delivered soon. */
const startLoad = (
  h: Awaited<ReturnType<typeof startHarness>>,
  nora: Awaited<ReturnType<typeof h.person>>,
  scene: Awaited<ReturnType<typeof seedScene>>,
) => {
  const seen = { rounds: 0, impressions: 0, slowestMs: 0, refused: [] as string[] };
  let stopped = false;
  const view = { type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0]! };
  const delivered = async (title: string): Promise<boolean> => {
    const answer = await h.inject('GET', `/sdk/v1/${scene.token}/stories`);
    // Delivery may not know the instance yet.
    return (
      answer.statusCode === 200 && answer.json().data.groups.some((group: { title: string }) => group.title === title)
    );
  };
  const run = async () => {
    while (!stopped) {
      const title = `Round ${seen.rounds}`;
      const changed = await h.inject('PATCH', '/api/n/story_group', { as: nora, body: { id: scene.group_id, title } });
      if (changed.statusCode !== 200) seen.refused.push(changed.body);
      const sent = await sendBatch(h, scene.token, [view, view], { viewer_id: `viewer-${seen.rounds % 7}` });
      if (sent.statusCode === 202) seen.impressions += 2;
      else seen.refused.push(sent.body);
      const taken = startStopwatch();
      await h.until(() => delivered(title), `the delivery of ${title}`);
      seen.slowestMs = Math.max(seen.slowestMs, taken());
      seen.rounds += 1;
    }
  };
  const running = run();
  const stop = async () => {
    stopped = true;
    await running;
    return seen;
  };
  return { seen, stop };
};

t.test('every read model is rebuilt while load runs', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  await h.inject('POST', '/api/forgot_password', { body: { email: nora.email } });
  await h.until(async () => (await h.outbox()).length > 0, 'a mail');
  const mails = (await h.outbox()).length;

  const load = startLoad(h, nora, scene);
  await h.until(() => load.seen.rounds > 3, 'the load to run');
  for (const [name, rebuild] of Object.entries(rebuildable)) {
    const from = load.seen.rounds;
    const { before, after } = await rebuild(h.kernel);
    t.ok(Object.keys(before).length > 0, `${name} has tables`);
    t.same(after, before, `${name}: the tables are equal at the switch`);
    await h.until(() => load.seen.rounds > from + 3, 'the load to go on');
  }
  const { rounds, impressions, slowestMs, refused } = await load.stop();

  t.same(refused, [], 'nothing was refused');
  t.ok(slowestMs < 2000, `a change was delivered after ${Math.round(slowestMs)} ms at most, in ${rounds} rounds`);
  await h.caughtUp();
  const figures = async () => {
    const query = { story_group_id: scene.group_id, app_id: scene.app_id };
    const answer = await h.inject('GET', '/api/story_group/n/stats', { as: nora, query });
    return answer.json();
  };
  const counted = async (): Promise<number> => {
    const { rows } = await h.kernel.analytics.pool.query<{ sum: number }>(
      `select coalesce(sum(impressions), 0)::int as sum from analytics.daily_count where scope = 'group' and subject_id = $1`,
      [scene.group_id],
    );
    return rows[0]!.sum;
  };
  await h.until(async () => (await counted()) === impressions, `${impressions} impressions to be counted`);
  t.match(
    JSON.stringify(await figures()),
    new RegExp(`"impressions?":${impressions}\\b|"impression":${impressions}\\b`),
  );
  t.equal((await h.outbox()).length, mails, 'no mail was sent again');
});
