import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, type Scene, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const leftOut = {
  story_groups: ['total_skipped', 'share_count', 'total_complete'],
  stories: ['total_skipped', 'share_count', 'completed'],
};

t.test('reports of web sites', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const nora = await h.person();
  const site = { app_id: uuidv7(), instance_id: uuidv7(), token: `t_${randomBytes(20).toString('hex')}` };
  await appendAs(h, nora, `app-${site.app_id}`, [
    {
      type: 'AppAdded',
      data: {
        account_id: nora.account_id,
        title: 'Fjord on the web',
        store_type: 'web',
        store_id: site.app_id,
        website_url: 'https://fjord.example',
        icon: null,
        instance: { id: site.instance_id, title: 'Default', token: site.token },
      },
    },
  ]);
  const onSite = await seedScene(h, nora, { app: site, title: '=1+1' });
  const inApp = await seedScene(h, nora, { title: '@Harbour' });
  const about = ({ group_id, stories }: Scene, type: string) => ({ type, group_id, story_id: stories[0] });
  for (const scene of [onSite, inApp]) {
    const types = ['story_impression', 'story_skipped', 'story_skipped', 'story_shared', 'story_completed'];
    await sendBatch(h, scene.token, [
      ...types.map((type) => about(scene, type)),
      { type: 'group_completed', group_id: scene.group_id },
    ]);
  }
  await countAll(h);
  const rowsOf = async (report_type: keyof typeof leftOut, query: Record<string, string>) => {
    const answer = await h.inject('GET', '/api/report', { as: nora, query: { report_type, ...query } });
    t.equal(answer.statusCode, 200, answer.body);
    const [head, ...lines] = answer.body.trimEnd().split('\r\n');
    const names = head!.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
    return { names, rowOf: (id: string) => rows.find((row) => row.id === id)! };
  };
  const idOf = { story_groups: (scene: Scene) => scene.group_id, stories: (scene: Scene) => scene.stories[0]! };

  for (const type of ['story_groups', 'stories'] as const)
    await t.test(`of ${type} leave out skips, shares and completions`, async (t) => {
      const web = await rowsOf(type, { app_id: site.app_id });
      const app = await rowsOf(type, { app_id: inApp.app_id });
      t.same(
        web.names,
        app.names.filter((name) => !leftOut[type].includes(name)),
      );
      t.equal(app.names.length, web.names.length + 3);
      t.equal(web.rowOf(idOf[type](onSite)).reach, '1', 'the columns after those that are left out keep their values');
      t.equal(web.rowOf(idOf[type](onSite)).ctr, '0');
      const both = await rowsOf(type, {});
      t.same(both.names, app.names);
      const valuesOf = (scene: Scene) => leftOut[type].map((name) => both.rowOf(idOf[type](scene))[name]);
      t.same(valuesOf(onSite), ['', '', '']);
      t.same(valuesOf(inApp), ['2', '1', '1']);
      const named = await rowsOf(type, { story_group_id: onSite.group_id });
      t.same(named.names, web.names, 'one group of a website');
    });

  await t.test('are no formulas', async (t) => {
    const both = await rowsOf('story_groups', {});
    t.equal(both.rowOf(onSite.group_id).title, `"'=1+1"`);
    t.equal(both.rowOf(inApp.group_id).title, `"'@Harbour"`);
  });
});
