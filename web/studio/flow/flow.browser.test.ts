import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import t from 'tap';
import type { GroupWays } from '#contracts/stats/ways.ts';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { sendBatch } from '#ops/testing/scene.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { drawnFilm } from '../checklist/test-film.ts';

const question = 'How do you fly?';
const options = ['Fast', 'Clever', 'Calm'].map((text) => ({ text }));
const pollId = 'poll-0001';
const looked = {
  background: '#ffffff',
  accent_color: '#5b3df5',
  position: { x: 24, y: 340 },
  size: { width: 312, height: 250 },
};
/** Its story is a video. */
const filmed = 'Luna the Wise';
const titles = ['Which wings are yours?', question, 'Captain Pip', filmed, 'Gentle Moss', 'Your first egg'];

const saved = (page: Page) => page.getByRole('status').getByText('Draft saved').waitFor();

t.test('the flow of a group', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const paul = await w.person({ firstname: 'Paul', account_id: nora.account_id });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', {
    store_id: 'com.skylark.isles',
    store_type: 'android',
    is_live: false,
    title: 'Skylark Isles',
  });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const ts_start = Math.floor(Date.now() / 1000);
  const group: string = (await make('/n/story_group', { app_id: app.id, title: 'Meet the flock', icon, ts_start }))
    .story_group_id;
  const ids: string[] = [];
  const media = await w.upload(nora, await drawnPicture('Wings', '#d9622b'));
  const film = await w.upload(nora, await drawnFilm());
  for (const title of titles) {
    const studio = title === question ? { studio: sentDesign(['poll', pollId, { question, options, ...looked }]) } : {};
    const medium = title === filmed ? { type: 2, media: film } : { type: 1, media };
    ids.push((await make('/story', { story_group_id: group, title, ...medium, ...studio })).story_id);
  }
  const [wings, asked, pip, luna, moss, egg] = ids as [string, string, string, string, string, string];
  const { token } = app.instances[0];
  await sendBatch(w, token, [{ type: 'bar_impression' }], { platform: 'android', sdk_version: '2.7.0' });
  const support = () => w.inject('GET', '/api/app/sdk_support', { as: nora, query: { app_id: app.id } });
  await until(async () => (await support()).json().data.conditions === false, 'its SDK to be counted');
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  let filmRequests = 0;
  page.on('request', (request) => {
    if (request.url() === film) filmRequests += 1;
  });
  const port = (story: string, way: string) => page.locator(`div[data-story="${story}"][data-way="${way}"]`);
  const card = (story: string) => page.locator(`div[data-story="${story}"]:not([data-way])`);
  const line = (story: string, way: string) => page.locator(`[data-line="${story} ${way}"]`);
  const row = (name: string) =>
    page.getByRole('complementary', { name: 'Stories of the group' }).getByRole('button', { name });
  const rules = (place: number) => page.getByRole('region', { name: `Rules of story ${place}` });
  const conditions = async (story: string) => {
    const answer = await w.inject('GET', `/api/story/draft?story_id=${story}`, { as: nora });
    const { draft, published } = answer.json().data as DraftAnswer;
    return (draft?.content ?? published)?.conditions ?? null;
  };
  const drag = async (from: ReturnType<typeof port>, to: ReturnType<typeof card>, drop = true) => {
    // The board is laid anew once the size of its stage is known.
    for (const one of [from, to]) await (await one.elementHandle())!.waitForElementState('stable');
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
    await page.mouse.move(start.x + start.width / 2, start.y + 12);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
    if (drop) await page.mouse.up();
  };

  await t.test('an answer is dragged to a later story, never to an earlier one, and the rule is saved', async (t) => {
    await page.goto(`${w.base}/studio/${app.id}/${app.instances[0].id}/${group}?story=${wings}`);
    await page.getByRole('button', { name: 'Flow', exact: true }).click();
    await page.waitForURL('**view=flow**');
    await card(asked).waitFor();
    await drag(port(asked, `${pollId} A`), card(luna));
    await rules(2).getByRole('button', { name: 'If a viewer picks A. Fast: 4. Luna the Wise' }).waitFor();
    t.match(page.url(), asked, 'the story whose rule it is was opened');
    await rules(2).getByText('Older SDKs show the stories of this group in order.').waitFor();
    await saved(page);
    const rule = { component_id: pollId, values: ['A'], to: luna };
    await until(async () => isDeepStrictEqual((await conditions(asked))?.rules, [rule]), 'it is saved');
    await drag(port(asked, `${pollId} B`), card(wings), false);
    await page.getByText('Choose a later story').waitFor();
    await page.mouse.up();
    await page.getByText('Answers lead to later stories only. Story 1 comes before this story.').waitFor();
    t.same((await conditions(asked))?.rules, [rule]);
    await drag(port(asked, `${pollId} C`), page.getByText('End of group'));
    await rules(2).getByRole('button', { name: 'If a viewer picks C. Calm: The end' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rules(2).getByRole('button', { name: 'If a viewer picks C. Calm: The next story' }).waitFor();
    await saved(page);
  });

  await t.test('the same is done from the list by keys, for any story', async (t) => {
    const choose = async (label: string, goal: string) => {
      const menu = rules(2).getByRole('button', { name: label });
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitemradio', { name: goal }).waitFor();
      await page.keyboard.type(goal.slice(0, 2));
      await page.keyboard.press('Enter');
      await rules(2)
        .getByRole('button', { name: `${label}: ${goal}` })
        .waitFor();
    };
    await choose('If a viewer picks A. Fast', '3. Captain Pip');
    await choose('If a viewer picks B. Clever', '4. Luna the Wise');
    await choose("Viewers who don't answer see", '5. Gentle Moss');
    t.same(await line(asked, `${pollId} B`).getAttribute('data-dash'), null);
    t.equal(await line(asked, 'next').getAttribute('data-dash'), 'none');
    t.equal(
      await line(asked, 'next').getAttribute('data-chosen'),
      'true',
      'the way of the rule with the focus is violet',
    );
    for (const [place, name] of [
      [3, 'Captain Pip'],
      [4, 'Luna the Wise'],
    ] as const) {
      await row(name).focus();
      await page.keyboard.press('Enter');
      const menu = rules(place).getByRole('button', { name: 'What comes next', disabled: false });
      await menu.waitFor();
      await menu.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await rules(place).getByRole('button', { name: 'What comes next: 6. Your first egg' }).waitFor();
    }
    await row(question).click();
    await rules(2).waitFor();
    await rules(2).getByText('Viewers who pick A. Fast see 3. Captain Pip.').waitFor();
    t.match(await conditions(pip), { next: egg });
    t.match(await row('Captain Pip').innerText(), /After A in story 2/);
    await until(async () => (await conditions(luna))?.next === egg, 'the last one was saved when it was left');
    t.match(await conditions(asked), { next: moss, rules: [{ to: pip }, { to: luna }] });
  });

  await t.test('a video comes with its story, plays without sound in the preview, and is let go with it', async (t) => {
    const walk = page.getByRole('region', { name: 'Preview flow' });
    const act = (name: string) => walk.getByRole('button', { name, exact: true });
    const video = walk.locator('video');
    const seen = () =>
      video.evaluate((one) => {
        const { muted, playsInline, paused, currentTime } = one as HTMLVideoElement;
        return { muted, playsInline, paused, begun: currentTime > 0 };
      });
    const begins = () => until(async () => (await seen()).begun, 'the video to play');
    const toVideo = async () => {
      await act('Continue').click();
      await act('B. Clever').click();
      await walk.getByRole('heading', { name: `4. ${filmed}` }).waitFor();
    };
    await page.getByRole('button', { name: 'Preview flow' }).click();
    await act('Continue').click();
    t.equal(filmRequests, 0, 'nothing of it is loaded before its story comes');
    await act('Back').click();
    await toVideo();
    await act('Play video').waitFor();
    const still = { muted: true, playsInline: true, paused: true, begun: false };
    t.same(await seen(), still, 'who wants no motion starts it by hand');
    t.ok(await video.getAttribute('poster'), 'and sees its poster until then');
    await until(() => video.evaluate((one) => (one as HTMLVideoElement).readyState >= 2), 'its first frame');
    await video.evaluate((one) => Object.assign(one, { playbackRate: 0.1 }));
    await act('Play video').click();
    await begins();
    await act('Pause video').click();
    await until(async () => (await seen()).paused, 'it to stand');
    await video.evaluate((one) => Object.assign(one, { currentTime: 1.9, playbackRate: 1 }));
    await act('Play video').click();
    await until(() => video.evaluate((one) => (one as HTMLVideoElement).ended), 'its end');
    await act('Play video').waitFor();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await act('Start over').click();
    t.equal(await video.count(), 0);
    await toVideo();
    await begins();
    t.match(await seen(), { muted: true }, 'it plays by itself');
    const last = (await video.elementHandle())!;
    await act('Continue').click();
    await walk.getByRole('heading', { name: '6. Your first egg' }).waitFor();
    t.equal(await video.count(), 0);
    t.same(
      await last.evaluate((one) => [one.isConnected, one.getAttribute('src'), (one as HTMLVideoElement).paused]),
      [false, null, true],
      'nothing of it is loaded or played on',
    );
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await act('Close the preview').click();
  });

  await t.test('the flow is walked with chosen answers, over what is not published', async (t) => {
    await page.getByRole('button', { name: 'Preview flow' }).click();
    const walk = page.getByRole('region', { name: 'Preview flow' });
    const now = (name: string) => walk.getByRole('heading', { name, exact: true }).waitFor();
    await now('1. Which wings are yours?');
    await walk.getByRole('button', { name: 'Continue' }).click();
    await now('2. How do you fly?');
    await walk
      .getByRole('group', { name: /How do you fly/ })
      .getByRole('button', { name: 'B. Clever' })
      .click();
    await now('4. Luna the Wise');
    await walk.getByText('2. How do you fly? · B. Clever').waitFor();
    t.equal(await line(asked, `${pollId} B`).getAttribute('data-chosen'), 'true');
    await looks(t, page, 'flow-preview');
    await walk.getByRole('button', { name: 'Continue' }).click();
    await now('6. Your first egg');
    for (let steps = 0; steps < 2; steps += 1) await walk.getByRole('button', { name: 'Back' }).click();
    await walk.getByRole('button', { name: 'Continue without answering' }).click();
    await now('5. Gentle Moss');
    for (let steps = 0; steps < 2; steps += 1) await walk.getByRole('button', { name: 'Continue' }).click();
    await walk.getByText('The group ends here.').waitFor();
    await walk.getByRole('button', { name: 'Start over' }).click();
    await now('1. Which wings are yours?');
    await walk.getByRole('button', { name: 'Continue' }).click();
    await walk.locator('.part.poll .option').first().click();
    await now('3. Captain Pip');
    await walk.getByRole('button', { name: 'Close the preview' }).click();
  });

  await t.test(
    'a rule that rests is dashed with its reason, shares stand at their ways, and it looks as it should',
    async (t) => {
      const summary = { kind: 'poll', title: question, answers: ['A', 'B', 'C'], words: [], correct: null } as const;
      const way = { title: null, resting: null, share: 0 };
      const ways: GroupWays = {
        stories: [
          {
            id: asked,
            title: question,
            next: { to: moss, title: null, resting: null },
            components: [
              {
                component_id: pollId,
                published: { ...summary, answers: [...summary.answers], words: [] },
                rules: [
                  { ...way, to: pip, rule: 0, values: ['A'], count: 5704 },
                  { ...way, to: luna, rule: 1, values: ['B'], count: 3844 },
                ],
                other: { count: 2108, share: 0.17 },
                no_answer: { count: 744, share: 0.06 },
              },
            ],
          },
        ],
      };
      await page.route('**/api/analytics/ways**', (route) => route.fulfill({ json: { data: ways } }));
      t.equal(await port(asked, `${pollId} A`).getByText('%').count(), 0, 'without viewers there are no shares');
      await w.call(nora, 'PATCH', '/story', { story_id: moss, status: 2 });
      await page.reload();
      await port(asked, 'next').getByText('The story it leads to is inactive.').waitFor();
      t.equal(await line(asked, 'next').last().getAttribute('data-dash'), 'paused');
      await rules(2).getByText('Paused: The story it leads to is inactive.').waitFor();
      await port(asked, `${pollId} A`).getByText('46.0%').waitFor();
      await port(asked, `${pollId} A`).click();
      await looks(t, page, 'flow');
      const { published } = (await w.inject('GET', `/api/story/draft?story_id=${wings}`, { as: nora })).json()
        .data as DraftAnswer;
      const body = { story_id: wings, content: { ...published!, title: 'Which wings?' } };
      await w.inject('PUT', '/api/story/draft', { as: paul, body, headers: { 'if-match': '"0"' } });
      await row('Which wings?').click();
      await rules(1)
        .getByRole('button', { name: /^What comes next/, disabled: true })
        .waitFor();
      await page.getByText('is editing this story.').waitFor();
      await drag(card(wings).locator('[data-way]'), card(luna));
      await page.getByText("You can't change the rules of this story now.").waitFor();
      t.equal(await conditions(wings), null);
      await row(question).click();
      await rules(2).waitFor();
      await page.getByRole('button', { name: 'Edit story' }).click();
      await page.getByRole('region', { name: 'Layers' }).getByText(question).click();
      await page
        .getByRole('region', { name: 'Properties' })
        .getByText('Paused: The story it leads to is inactive.')
        .waitFor();
      const last = (await w.inject('GET', `/api/story/draft?story_id=${egg}`, { as: nora })).json().data as DraftAnswer;
      await w.inject('PUT', '/api/story/draft', {
        as: nora,
        body: { story_id: egg, content: { ...last.published!, title: '' } },
        headers: { 'if-match': '"0"' },
      });
      await visitInside(page, `/studio/${app.id}/${app.instances[0].id}/${group}?story=${egg}&view=flow`);
      await page.getByRole('button', { name: /^Publish\b.*1 to fix/ }).click();
      await page.getByRole('region', { name: 'Fix before publishing' }).waitFor();
      t.notMatch(page.url(), 'view=flow', 'what must be fixed is shown at the story');
      t.same(faults, []);
    },
  );
});
