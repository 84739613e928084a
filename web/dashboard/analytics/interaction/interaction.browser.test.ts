import t from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import { answersSettled, compareAnswers, compareCard } from '#ops/testing/answers-page.ts';
import { oldestAnswer, plantAnswers } from '#ops/testing/answers-scene.ts';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { cellsOf, namesInTable, settled, utcDay, visitAnew } from '#ops/testing/figures-page.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { tryWhyOfAnswers } from '#ops/testing/why-page.ts';
import { sharesOf } from './shares.ts';

t.test('the answers of viewers', async (t) => {
  const clock: { at: EpochMs | null } = { at: null };
  const w = await startDashboard(t, { now: () => clock.at ?? (Date.now() as EpochMs) });
  const seed = Number(process.env.SEED ?? Date.now() % 100_000);
  t.comment(`SEED=${seed}`);
  const scene = await plantAnswers(w, clock, { events: 3500, seed });
  const { random, nora, mei, apps, groups, sent } = scene;
  const [autumn, winter, , summer] = groups as [(typeof groups)[0], (typeof groups)[0], unknown, (typeof groups)[0]];
  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const all = apps.map(({ id }) => id);
  const drawDays = () => {
    const last = Math.floor(random() * 3);
    return { first: last + 2 + Math.floor(random() * (oldestAnswer - 1 - last)), last };
  };

  await t.test('are every figure, table, chart and file of the page, for any days', async (t) => {
    await page.goto(`${w.base}/help`);
    const components = ['mood-0001', 'which-001', 'shoe-0001', 'right-001', 'stars-001', 'sale-0001', 'many-0001'];
    for (const group of [autumn, winter]) {
      const days = drawDays();
      await compareAnswers(t, page, scene, days, all);
      await page.getByRole('link', { name: group.title, exact: true }).click();
      await page.getByRole('heading', { name: group.title, level: 2 }).waitFor();
      await page.getByRole('region', { name: 'Components' }).getByRole('article').first().waitFor();
      const own = sent.filter(
        ({ group_id, day }) => group_id === group.id && day >= utcDay(days.first) && day <= utcDay(days.last),
      );
      for (const component of components) {
        const events = own.filter(({ component_id }) => component_id === component);
        if (events.every(({ type }) => type === 'component_impression')) continue;
        const card = page.getByRole('article', { name: new RegExp(` ${component} in `) });
        await compareCard(t, page, card, events, days);
      }
      const looked = page.getByRole('article', { name: / looked-01 in/ });
      const seen = own.filter(({ component_id }) => component_id === 'looked-01').length;
      t.equal(await looked.count(), seen > 0 ? 1 : 0);
      if (seen > 0) {
        t.match(await looked.innerText(), `Seen\n${seen}`);
        t.match(await looked.innerText(), /\nText\n/, 'what is never answered is called by its kind too');
        t.notMatch(await looked.innerText(), 'Component');
      }
    }
    t.equal(
      (await page.getByRole('heading', { name: 'Deleted story' }).count()) > 0,
      true,
      'deleted stories are there',
    );
    t.same(faults, []);
  });

  await t.test('are a view of the address, and back and forward walk through it', async (t) => {
    await visitAnew(page, `/analytics?app=${apps[0]!.id}`);
    await settled(page);
    const view = page.getByRole('radiogroup', { name: 'View' });
    await view.getByRole('radio', { name: 'Interaction' }).click();
    await answersSettled(page);
    t.match(page.url(), /view=interaction/);
    await page
      .getByRole('button', { name: /^Ratings/ })
      .first()
      .click();
    await page.waitForURL(/kind=ratings/);
    await page.getByRole('button', { name: 'Quiz answers', exact: true }).click();
    await page.waitForURL(/order=quizzes/);
    await page.getByRole('searchbox', { name: 'Find a group' }).fill('win');
    await page.waitForURL(/find=win/);
    t.same(await namesInTable(page, 'Answers of story groups', 1), ['Winter']);
    await page.getByRole('link', { name: 'Winter', exact: true }).click();
    await page.getByRole('heading', { name: 'Winter', level: 2 }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: 'Answers of story groups' }).waitFor();
    await page.goBack();
    await settled(page);
    t.equal(await view.getByRole('radio', { name: 'Performance' }).getAttribute('aria-checked'), 'true');
    await page.goForward();
    await page.goForward();
    await page.getByRole('heading', { name: 'Winter', level: 2 }).waitFor();
    await page.getByRole('link', { name: 'All groups' }).click();
    await page.getByRole('table', { name: 'Answers of story groups' }).waitFor();
    await visitInside(page, `/analytics?view=interaction&app=${apps[0]!.id}&from=2020-01-01&to=2020-01-05`);
    await page.getByRole('heading', { name: /^No data before/ }).waitFor();
    for (const tab of await page.getByRole('group', { name: 'Metric' }).getByRole('button').allInnerTexts())
      t.match(tab, /–\n?No data before/);
    for (const id of [summer.id, groups[4]!.id, 'nobody']) {
      await visitInside(page, `/analytics?view=interaction&app=${apps[0]!.id}&answers=${id}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await visitInside(page, '/help');
      await page.getByRole('heading', { name: 'Help and Resources' }).waitFor();
    }
  });

  await t.test('are not there for web apps, which is said to whoever reaches the view', async (t) => {
    await visitInside(page, `/analytics?app=${apps[2]!.id}&view=interaction`);
    await settled(page);
    const view = page.getByRole('radiogroup', { name: 'View' });
    const radio = view.getByRole('radio', { name: 'Interaction' });
    t.equal(await radio.getAttribute('aria-disabled'), 'true');
    await view.getByRole('radio', { name: 'Performance' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    const tip = page.getByRole('tooltip');
    await tip.waitFor();
    t.equal(await tip.innerText(), 'Interactive components will be available for web stories soon.');
    t.equal(await radio.getAttribute('aria-describedby'), await tip.getAttribute('id'));
    await page.keyboard.press('Enter');
    t.equal(await radio.getAttribute('aria-checked'), 'false');
  });

  await t.test('are those of own groups for a story creator, also on the page of a group', async (t) => {
    const window = await w.windowOf(mei);
    const hers = await window.newPage();
    await hers.goto(`${w.base}/analytics?app=${apps[1]!.id}&view=interaction`);
    await answersSettled(hers);
    const rows = (await cellsOf(hers, 'Answers of story groups')).slice(1).map((row) => row.slice(2));
    const votes = sent.filter(({ group_id, type }) => group_id === summer.id && type === 'poll_selected').length;
    t.equal(rows.length, 2);
    t.same([rows[0]![2], rows[1]![2]], [String(votes), String(votes)]);
    await visitInside(hers, `/analytics/${summer.id}?app=${apps[1]!.id}`);
    const cards = hers.getByRole('region', { name: 'Answers' }).getByRole('article');
    await cards.first().waitFor();
    t.equal(await cards.count(), 8);
    t.match(await cards.filter({ hasText: 'which-001' }).innerText(), `Responses\n${votes}`);
    const many = cards.filter({ hasText: 'many-0001' });
    await many.getByRole('button', { name: 'Show all 51' }).click();
    t.match(await many.getByRole('listitem').last().innerText(), /^Other answers/, 'of more than fifty answers');
    await window.close();
    await visitInside(page, `/analytics/${groups[4]!.id}?app=${apps[2]!.id}`);
    await page.getByRole('heading', { name: 'No views yet' }).waitFor();
    t.equal(await page.getByRole('region', { name: 'Answers' }).count(), 0, 'and none where there are none');
  });

  await t.test('tell on the page of a group which way people went from its conditional stories', async (t) => {
    const [asks, follows] = autumn.stories;
    const rules = [{ component_id: 'which-001', values: ['A', 'B'], to: follows }];
    await w.call(nora, 'PATCH', '/story', { story_id: asks, conditions: { rules, next: 'end' } });
    const votes = sent.filter(
      ({ story_id, component_id, day }) => story_id === asks && component_id === 'which-001' && day >= utcDay(6),
    );
    const answers = votes.filter(({ type }) => type === 'poll_selected');
    const led = answers.filter(({ value }) => value !== 'D').length;
    const silent = Math.max(0, votes.length - answers.length - answers.length);
    const counts = [led, answers.length - led, silent];
    await visitInside(page, `/analytics/${autumn.id}?app=${apps[0]!.id}`);
    const ways = page.getByRole('region', { name: 'Which way people went' });
    await ways.getByRole('table').waitFor();
    const rows = (await cellsOf(page, 'Ways from Autumn first, Poll “Which coat?”')).slice(1);
    t.same(
      rows.map((row) => row.slice(0, 3)),
      [
        ['A · Camel, B · Navy', 'Autumn second'],
        ['Other answers', 'End'],
        ['No answer', 'End'],
      ].map((row, at) => [...row, String(counts[at])]),
    );
    t.same(
      rows.map(([, , , share]) => Number.parseFloat(share!)),
      sharesOf(counts).map((tenths) => tenths / 10),
    );
    await ways.scrollIntoViewIfNeeded();
    await looks(t, page, 'ways');
    await w.call(nora, 'PATCH', '/story', { story_id: follows, status: 2 });
    await page.reload();
    await ways.getByText('The story it leads to is inactive.').waitFor();
    t.match(await ways.innerText(), /Autumn second\s*Resting/);
    await w.call(nora, 'PATCH', '/story', { story_id: follows, status: 1 });
  });

  await t.test('open what they are made of, recounted from the batches of devices', async (t) => {
    const days = `from=${utcDay(3)}&to=${utcDay(0)}`;
    await visitInside(page, `/analytics?view=interaction&kind=ratings&app=${apps[0]!.id}&${days}`);
    const table = page.getByRole('table', { name: 'Answers of story groups' });
    for (const [at, name] of ['Reactions', 'Quiz answers'].entries())
      for (const row of [1, 2]) {
        await table.getByRole('row').nth(row).getByRole('button').nth(at).click();
        await page.getByRole('dialog', { name: `Why this number: ${name}` }).waitFor();
        await page.getByText('Recounted from the stored data: the same number.').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    await visitInside(page, `/analytics?view=interaction&kind=ratings&app=${apps[0]!.id}&${days}&answers=${autumn.id}`);
    await tryWhyOfAnswers(t, page, page.getByRole('article', { name: / stars-001 in / }).first());
  });

  await t.test('say in their card when they did not load, and come when tried again', async () => {
    let isDown = true;
    const answers = '**/api/story_group/n/interactive_stats?*';
    await page.route(answers, (route) => (isDown ? route.fulfill({ status: 500, json: {} }) : route.continue()));
    await visitInside(page, `/analytics?app=${apps[0]!.id}&view=interaction`);
    await answersSettled(page);
    const failed = page.getByRole('alert').filter({ hasText: "Answers couldn't load" });
    await failed.waitFor({ timeout: 20_000 });
    isDown = false;
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Answers of story groups' }).waitFor();
    await page.unroute(answers);
  });

  await t.test('fit both widths and have no axe violations in both colors', async (t) => {
    await visitAnew(page, `/analytics?app=${all[0]}&apps=${all.join()}&view=interaction`);
    await page.getByRole('table', { name: 'Answers of story groups' }).waitFor();
    await page.getByRole('figure', { name: /^Line chart/ }).waitFor();
    await looks(t, page, 'interaction');
    await page.getByRole('link', { name: autumn.title, exact: true }).click();
    await page.getByRole('button', { name: 'Show by day' }).first().click();
    await page.getByRole('article').getByRole('figure').waitFor();
    await looks(t, page, 'interaction-group');

    await t.test('and those of old days keep their days, and are no file, while new ones are awaited', async (t) => {
      const table = page.getByRole('table', { name: 'Responses by day' });
      const to = (change: Record<string, string>, without = '') => {
        const { pathname, searchParams } = new URL(page.url());
        for (const [name, value] of Object.entries(change)) searchParams.set(name, value);
        if (change.from) searchParams.delete('range');
        searchParams.delete(without);
        return visitInside(page, `${pathname}?${searchParams}`);
      };
      const awaited = async (
        name: string,
        csv: RegExp,
        asked: () => Promise<void>,
        whileBusy: () => Promise<unknown>,
      ) => {
        const answers = '**/api/story_group/n/interactive_stats?*';
        let letGo = () => {};
        const held = new Promise<void>((done) => {
          letGo = done;
        });
        await page.route(answers, async (route) => {
          await held;
          await route.continue();
        });
        const region = page.getByRole('region', { name });
        const button = region.getByRole('button', { name: csv }).first();
        t.equal(await button.isDisabled(), false);
        await asked();
        await page.locator(`[aria-busy="true"][aria-label="${name}"]`).waitFor();
        t.equal(await button.isDisabled(), true, name);
        await whileBusy();
        letGo();
        await answersSettled(page);
        t.equal(await button.isDisabled(), false);
        await page.unroute(answers);
      };
      await to({ days_as: 'table' });
      await table.waitFor();
      const before = await table.innerText();
      const days = { from: utcDay(oldestAnswer), to: utcDay(1) };
      await awaited(
        'Components',
        /^CSV of/,
        () => to(days),
        async () => t.equal(await table.innerText(), before),
      );
      t.equal((await table.getByRole('row').count()) - 1, oldestAnswer);
      await to({}, 'answers');
      await page.getByRole('table', { name: 'Answers of story groups' }).waitFor();
      await answersSettled(page);
      const shorter = { from: utcDay(oldestAnswer - 1), to: utcDay(2) };
      await awaited(
        'Story groups with answers',
        /^CSV$/,
        () => to(shorter),
        async () => undefined,
      );
    });
  });
});
