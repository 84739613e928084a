import t from 'tap';
import { bareStatusesIn } from './bare-statuses.ts';
import { whyForbidden } from './import-rules.ts';

t.test('of the player, the dashboard and the studio import what draws designs, its words and its films', async (t) => {
  for (const from of ['web/dashboard/designs/DesignLayer.tsx', 'web/studio/flow/WalkPhone.tsx']) {
    for (const to of ['render/render.ts', 'render/fonts.ts', 'words.ts', 'media.ts'])
      t.equal(whyForbidden(from, `web/player/${to}`), null, `${from} imports ${to}`);
    for (const to of ['render/kit.ts', 'picture.ts', 'api.ts', 'element.ts'])
      t.ok(whyForbidden(from, `web/player/${to}`), `${from} does not import ${to}`);
  }
  t.equal(whyForbidden('web/studio/flow/FlowDesk.tsx', 'web/dashboard/kit/same.ts'), null);
  t.equal(whyForbidden('web/dashboard/designs/alike.browser.test.ts', 'web/player/test-visit.ts'), null);
});

t.test('the player imports neither the dashboard nor the studio', async (t) => {
  t.ok(whyForbidden('web/player/rail.ts', 'web/dashboard/words/t.ts'));
  t.ok(whyForbidden('web/player/render/render.ts', 'web/studio/state/editor.ts'));
  t.equal(whyForbidden('web/player/rail.ts', 'web/player/dom.ts'), null);
  t.equal(whyForbidden('web/player/media.ts', 'contracts/story-group/fit.ts'), null);
});

t.test('web imports contracts and itself', async (t) => {
  for (const to of ['services/kernel/db/pool.ts', 'projections/catalog/search.ts', 'ops/check/sources.ts'])
    t.ok(whyForbidden('web/dashboard/App.tsx', to), to);
});

t.test('a status that is compared with a number is told from an answer of HTTP', async (t) => {
  t.same(bareStatusesIn('a\nconst b = `where g.status <> 9`;\nif (member.status !== 2 || storyStatus === 1) c();'), [
    '2: status <> 9',
    '3: status !== 2',
    '3: Status === 1',
  ]);
  t.same(bareStatusesIn('where status in (1, 3) and s.status=2'), ['1: status in (1', '1: status=2']);
  t.same(bareStatusesIn('answer.status === 404 || status !== 0 || { status: 1 }.status >= 500'), []);
  t.same(bareStatusesIn('where g.status <> $1 and status = any($6) and status in ($2)'), []);
});
