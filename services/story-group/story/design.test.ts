import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import type { SdkStory } from '#contracts/sdk/protocol.ts';
import { exampleDesign, sentDesign } from '#contracts/studio/examples.ts';
import { componentKinds, listOf } from '#contracts/studio/kinds.ts';
import type { SentStudio } from '#contracts/studio/studio.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp } from '#ops/testing/owner-with-app.ts';

const every = (image: string): SentStudio =>
  sentDesign(
    ...componentKinds.map((kind) => [kind, `comp-${kind}`, kind === 'image' ? { media: image } : {}] as const),
  );

t.test('designs over HTTP', async (t) => {
  const h = await startHarness(t);
  const w = await ownerWithApp(h);
  const stranger = await ownerWithApp(h);
  const storyOf = async (group: string, id: string) =>
    (await w.detail(group)).stories.find((one: { id: string }) => one.id === id);
  const patch = (id: string, more: object) => w.call('PATCH', '/story', { id, ...more });
  /** The stories of a group as SDKs get them, once they are what they should be. */
  const delivered = async (group: string, isThere: (stories: SdkStory[]) => boolean): Promise<SdkStory[]> => {
    let stories: SdkStory[] = [];
    await until(async () => {
      const answer = await h.inject('GET', `/sdk/v1/${w.token}/stories`);
      // The app may not be known there yet, and a machine under other work may ask to come again.
      if (answer.statusCode !== 200) return false;
      const { data } = answer.json();
      stories = data.groups.find((one: { id: string }) => one.id === group)?.stories ?? [];
      return isThere(stories);
    }, 'the stories to be delivered');
    return stories;
  };

  await t.test('a design of every kind is kept, answered, delivered and sent again as it is', async (t) => {
    const group = await w.group({ status: 1 });
    const id = await w.story(group, { studio: every(w.image) });
    const { studio, conditions, resting, button_text, outlink } = await storyOf(group, id);
    t.same([conditions, resting], [null, []]);
    t.same([button_text, outlink], ['Shop coats', 'https://shop.example/coats'], 'the swipe is the link of the story');
    for (const kind of componentKinds) t.equal(studio[listOf[kind]].length, 1, kind);
    t.match(studio.imageData[0].media, /^http.*\/media\/[0-9a-f]{64}\.png$/);
    const again = await patch(id, { studio });
    t.equal(again.statusCode, 200, again.body);
    t.same((await storyOf(group, id)).studio, studio);
    t.same(await w.events(`storyGroup-${group}`), ['StoryGroupCreated', 'StoryAdded'], 'nothing changed');
    const hide = ([one]: object[]) => [{ ...one, hidden: true }];
    const hidden = { ...studio, pollData: hide(studio.pollData), ctaData: hide(studio.ctaData), duration_ms: 9000 };
    t.equal((await patch(id, { studio: hidden })).statusCode, 200);
    const [sdk] = await delivered(group, ([one]) => one?.studio?.pollData.length === 0);
    const shown = { ...studio, pollData: [], ctaData: [], duration_ms: 9000 };
    t.same(sdk!.studio, shown, 'hidden components are not delivered');
    t.match(sdk, { button_text: '', outlink: '', deep_link: '' }, 'the link of a hidden swipe neither');
    t.equal(sdk!.duration_ms, 9000);
    t.equal((await patch(id, { type: 2, media: w.video, thumbnail: null })).statusCode, 200);
    const [film] = await delivered(group, ([one]) => one?.type === 2);
    t.match((await storyOf(group, id)).studio, { duration_ms: null, pollData: [{ hidden: true }] });
    t.equal(film!.duration_ms, (await storyOf(group, id)).duration_ms, 'a video has its own length');
    t.equal((await patch(id, { studio: null })).statusCode, 200);
    t.match(await storyOf(group, id), { studio: null, outlink: 'https://shop.example/coats' });
    await delivered(group, ([one]) => one?.studio === null);
  });

  await t.test('the swipe and the link of the story never differ, whichever side is written', async (t) => {
    const group = await w.group();
    const id = await w.story(group, { studio: sentDesign(['cta', 'swipe-001']) });
    const link = async () => {
      const { studio, button_text, outlink, deep_link } = await storyOf(group, id);
      const swipe = studio?.ctaData.find((one: { type: string }) => one.type === 'swipe');
      if (swipe) t.match(swipe, { button_text, outlink, deep_link });
      return [button_text, outlink, swipe?.id];
    };
    await patch(id, { outlink: 'https://b.example/' });
    t.same(await link(), ['Shop coats', 'https://b.example/', 'swipe-001']);
    await patch(id, { studio: sentDesign(['cta', 'swipe-001', { button_text: 'Go' }]) });
    t.same(await link(), ['Go', 'https://shop.example/coats', 'swipe-001']);
    const both = { studio: sentDesign(['cta', 'swipe-001']), button_text: 'Other' };
    assertRefused(t, await patch(id, both), 422, 'Invalid', 'button_text');
    await patch(id, { outlink: '', deep_link: '', button_text: '' });
    t.same(await link(), ['', '', undefined]);
    await patch(id, { outlink: 'https://c.example/', button_text: 'See' });
    t.same(await link(), ['See', 'https://c.example/', 'story-link']);
    await patch(id, { studio: sentDesign(['text', 'text-0001']) });
    t.same(await link(), ['', '', undefined], 'a design without a swipe has no link');
    await patch(id, { studio: sentDesign(['poll', 'story-link-2']) });
    await patch(id, { studio: sentDesign(['text', 'text-0001']) });
    await patch(id, { outlink: 'https://d.example/', button_text: 'Go' });
    t.same(await link(), ['Go', 'https://d.example/', 'story-link-3'], 'no id that ever stood for something');
  });

  await t.test('a design with a background needs no medium: its color becomes one', async (t) => {
    const group = await w.group();
    const add = (more: object, url = '/story') => {
      const { media: _, ...body } = w.storyBody(group, more);
      return w.call('POST', url, url === '/story' ? body : { stories: [body] });
    };
    const studio = { ...sentDesign(['text', 'text-0001']), background: '#12805c' };
    assertRefused(t, await add({}), 422, 'Invalid', 'media');
    assertRefused(t, await add({ studio: sentDesign(['text', 'text-0001']) }), 422, 'Invalid', 'media');
    assertRefused(t, await add({ studio, type: 2 }), 422, 'Invalid', 'media');
    const { story_id } = (await add({ studio })).json().data;
    const story = await storyOf(group, story_id);
    t.match(story, { mime_type: 'image/png', width: 1080, height: 1920, studio: { background: '#12805c' } });
    const picture = await h.inject('GET', new URL(story.media).pathname);
    t.equal(picture.headers['content-type'], 'image/png');
    const [many] = (await add({ studio }, '/story/multiple')).json().data.changed;
    t.equal((await storyOf(group, many)).media, story.media, 'the same color is the same file');
    const recolored = async (id: string, answer: { statusCode: number; body: string }) => {
      t.equal(answer.statusCode, 200, answer.body);
      return (await storyOf(group, id)).media;
    };
    const green = { studio: { ...studio, background: '#00ff00' } };
    const redrawn = await recolored(story_id, await patch(story_id, green));
    t.not(redrawn, story.media, 'the picture of the color before does not cover the new one');
    const both = { stories: [{ id: many, ...green, media: story.media }] };
    t.equal(await recolored(many, await w.call('PATCH', '/story/multiple', both)), redrawn);
    const own = await w.story(group, { studio });
    t.equal(await recolored(own, await patch(own, green)), w.image, 'an image of its own stays');
    t.equal(await recolored(story_id, await patch(story_id, { ...green, media: w.image })), w.image);
    t.equal((await patch(story_id, { studio: { ...studio, background: null } })).statusCode, 200);
  });

  await t.test('what stops a design is told by path and code, only where a design is sent', async (t) => {
    const group = await w.group();
    const studio = sentDesign(
      ['quiz', 'quiz-0001', { correct: 'D' }],
      ['countdown', 'count-001', { ts_end: 5 }],
      ['text', 'text-0001', { position: { x: 340, y: 0 } }],
    );
    const refused = await w.call('POST', '/story', w.storyBody(group, { studio }));
    assertRefused(t, refused, 422, 'ChecklistFailed');
    t.equal(refused.json().message, 'This design has 3 problems.');
    t.same(
      refused.json().errors.map(({ path, code }: { path: string; code: string }) => [path, code]),
      [
        ['studio.textData.0.position', 'off_canvas'],
        ['studio.quizData.0.correct', 'options'],
        ['studio.countdownData.0.ts_end', 'countdown_past'],
      ],
    );
    const [sound, elsewhere] = [w.storyBody(group), w.storyBody(await w.group())];
    const ended = { studio: sentDesign(['countdown', 'count-001', { ts_end: 5 }]) };
    const unsound = w.storyBody(group, ended);
    const path = 'stories.1.studio.countdownData.0.ts_end';
    const all = await w.call('POST', '/story/multiple', { stories: [sound, unsound] });
    assertRefused(t, all, 422, 'ChecklistFailed', path);
    const some = await w.call('POST', '/story/multiple', { stories: [sound, unsound, elsewhere] });
    t.match(some.json().data, {
      changed: { length: 1 },
      refused: [
        { index: 0, errors: undefined },
        { index: 1, errors: [{ path, code: 'countdown_past', message: String }] },
      ],
    });
    const pictured = { stories: [w.storyBody(group, { studio: every(stranger.image) })] };
    const theirs = await w.call('POST', '/story/multiple', pictured);
    assertRefused(t, theirs, 422, 'UnknownMedia', 'stories.0.studio.imageData.0.media');
    const [one, two] = [await w.story(group), await w.story(group)];
    const changes = [
      { id: one, title: 'Sound' },
      { id: two, ...ended },
    ];
    const changed = await w.call('PATCH', '/story/multiple', { stories: changes });
    t.match(changed.json().data, { changed: [one], refused: [{ id: two, errors: [{ path }] }] });
    const film = { type: 2, media: w.video, studio: { ...sentDesign(), duration_ms: 5000 } };
    const video = await w.call('POST', '/story', w.storyBody(group, film));
    assertRefused(t, video, 422, 'Invalid', 'studio.duration_ms');
    const csv = await h.media(w.owner.account_id);
    await h.asOwner(`update upload set mime_type = 'text/csv' where key = $1`, [mediaKeyOf(csv)]);
    const key = mediaKeyOf(w.image)!;
    for (const media of [stranger.image, '/media/x.png', `/media/${'a'.repeat(64)}.png`, w.video, csv, key]) {
      const design = sentDesign(['text', 'text-0001'], ['image', 'imag-0001', { media }]);
      const answer = await w.call('POST', '/story', w.storyBody(group, { studio: design }));
      assertRefused(t, answer, 422, 'UnknownMedia', 'studio.imageData.0.media');
    }
  });

  await t.test('answers keep their meaning under an id, also once it was removed', async (t) => {
    const group = await w.group();
    const poll = (more: object = {}) => ({ studio: sentDesign(['poll', 'poll-0001', more]) });
    const id = await w.story(group, poll());
    const mixes = async (more: object) => {
      const answer = await patch(id, more);
      assertRefused(t, answer, 422, 'AnswersWouldMix', 'studio.pollData.0');
    };
    const options = (...texts: string[]) => ({ options: texts.map((text) => ({ text })) });
    await mixes(poll(options('Navy parka', 'Camel wool')));
    await mixes(poll(options('Camel wool', 'Navy parka', 'Red')));
    t.equal((await patch(id, poll(options('Camel coat', 'Navy parka')))).statusCode, 200, 'a corrected wording');
    await mixes(poll(options('Navy parka', 'Camel coat')));
    t.equal((await patch(id, { studio: null })).statusCode, 200);
    await mixes(poll(options('Camel coat', 'Navy parka', 'Red')));
    const rating = { studio: sentDesign(['rating', 'poll-0001']) };
    assertRefused(t, await patch(id, rating), 422, 'AnswersWouldMix', 'studio.ratingData.0');
    t.equal((await patch(id, { studio: sentDesign(['poll', 'poll-0002', options('A', 'B', 'C')]) })).statusCode, 200);
  });

  await t.test('rules lead to later stories, rest with a reason, and are delivered without what rests', async (t) => {
    const group = await w.group({ status: 1 });
    const [first, second, third] = [await w.story(group), await w.story(group), await w.story(group)];
    const conditions = {
      rules: [
        { component_id: 'poll-0001', values: ['A'], to: third },
        { component_id: 'poll-0001', values: ['B'], to: 'end' },
      ],
      next: second,
    };
    const studio = sentDesign(['poll', 'poll-0001']);
    t.equal((await patch(first, { studio, conditions })).statusCode, 200);
    const refused = await patch(third, { conditions: { rules: [], next: first } });
    assertRefused(t, refused, 422, 'ChecklistFailed', 'conditions.next');
    const theirs = await stranger.group();
    const foreign = await stranger.story(theirs);
    const elsewhere = await w.story(await w.group());
    for (const to of [first, foreign, elsewhere]) {
      const led = await patch(first, { studio, conditions: { rules: [{ ...conditions.rules[0], to }], next: to } });
      assertRefused(t, led, 422, 'ChecklistFailed', 'conditions.rules.0.to');
      t.same(
        led.json().errors.map((one: { code: string }) => one.code),
        ['flow_target', 'flow_target'],
      );
    }
    const twice = { rules: [conditions.rules[0], { ...conditions.rules[1], values: ['A'] }] };
    assertRefused(t, await patch(first, { studio, conditions: twice }), 422, 'Invalid', 'conditions.rules.1.values');
    const unasked = { rules: [{ component_id: 'poll-0009', values: ['A'], to: 'end' }] };
    assertRefused(
      t,
      await patch(second, { conditions: unasked }),
      422,
      'ChecklistFailed',
      'conditions.rules.0.component_id',
    );
    await delivered(group, ([one]) => isDeepStrictEqual(one?.conditions, conditions));
    await patch(third, { status: 2 });
    t.same((await storyOf(group, first)).resting, [
      { rule: 0, reason: 'inactive', message: 'The story it leads to is inactive.' },
    ]);
    const left = { rules: [conditions.rules[1]], next: second };
    await delivered(group, ([one]) => isDeepStrictEqual(one?.conditions, left));
    const asked = await w.call('DELETE', `/story?story_id=${third}&dry_run=true`);
    t.same(asked.json().data.resting, [], 'it rests already');
    await patch(third, { status: 1 });
    const order = { story_group_id: group, order: [third, first], dry_run: true };
    const sorted = await w.call('POST', '/story/sort', order);
    t.match(sorted.json().data.resting, [{ story_id: first, rule: 0, reason: 'earlier' }]);
    assertRefused(t, await w.call('DELETE', `/story?story_id=${third}&dry_run=true`), 409, 'StoryActive');
    const { stories } = await w.detail(group);
    t.same(
      stories.map((one: { id: string }) => one.id),
      [first, second, third],
      'nothing was changed',
    );
    await patch(third, { status: 2 });
    await patch(third, { status: 9 });
    t.match((await storyOf(group, first)).resting, [{ rule: 0, reason: 'deleted' }]);
    t.equal((await patch(first, { title: 'Which?' })).statusCode, 200, 'a title changes while a rule rests');
    await w.call('POST', '/story/sort', { story_group_id: group, order: [second, first] });
    t.match((await storyOf(group, first)).resting, [{ reason: 'deleted' }, { rule: null, reason: 'earlier' }]);
    await delivered(group, ([, one]) => isDeepStrictEqual(one?.conditions, { ...left, next: null }));
  });

  await t.test('designs too many for one request are told how to come', async (t) => {
    const group = await w.group();
    const texts = Array.from(
      { length: 29 },
      (_, at) => ['text', `text-${1000 + at}`, { text: 'x'.repeat(300) }] as const,
    );
    const body = w.storyBody(group, { studio: sentDesign(...texts) });
    const refused = await w.call('POST', '/story/multiple', { stories: Array.from({ length: 100 }, () => body) });
    assertRefused(t, refused, 413, 'TooLarge');
    t.equal(refused.json().message, 'The request is too large. Send fewer items at a time.');
    const fewer = await w.call('POST', '/story/multiple', { stories: Array.from({ length: 30 }, () => body) });
    t.equal(fewer.json().data.changed.length, 30, fewer.body);
  });

  await t.test('stories and groups of other accounts are unknown, whatever is asked of them', async (t) => {
    const [theirs, mine] = [await stranger.group(), await w.group()];
    const studio = sentDesign(['poll', 'poll-0001']);
    const story = await stranger.story(theirs, { studio });
    const calls: [string, string, object][] = [
      ['POST', '/story', w.storyBody(theirs, { studio })],
      ['PATCH', '/story', { id: story, studio }],
      ['PATCH', '/story', { id: story, conditions: null }],
      ['POST', '/story/sort', { story_group_id: theirs, order: [story], dry_run: true }],
      ['DELETE', `/story?story_id=${story}&dry_run=true`, {}],
      ['PATCH', '/story/multiple', { stories: [{ id: story, studio }] }],
      ['POST', '/story_group/restore', { story_group_id: theirs, version: 1 }],
      ['POST', '/app/import', { app_id: w.app_id, import: [theirs] }],
    ];
    for (const [method, url, body] of calls) {
      const answer = await w.call(method, url, body);
      assertRefused(t, answer, 404, 'NotFound');
    }
    const mixed = { stories: [w.storyBody(theirs, { studio }), w.storyBody(mine, { studio })] };
    const { changed, refused } = (await w.call('POST', '/story/multiple', mixed)).json().data;
    t.match([changed.length, refused], [1, [{ index: 0, code: 'NotFound' }]]);
    t.equal((await stranger.detail(theirs)).stories.length, 1);
  });

  await t.test('a copy has components of its own and takes its rules along; a restore brings both back', async (t) => {
    const group = await w.group();
    const goal = await w.story(group, { title: 'Goal' });
    const first = await w.story(group, { title: 'First', studio: sentDesign(['poll', 'poll-0001']) });
    await w.call('POST', '/story/sort', { story_group_id: group, order: [first, goal] });
    const rules = [{ component_id: 'poll-0001', values: ['A'], to: goal }];
    await patch(first, { conditions: { rules } });
    const { version } = (await patch(first, { studio: exampleDesign(['poll', 'poll-0001', { radius: 3 }]) })).json()
      .data;
    const copied = await w.call('POST', '/app/import', { app_id: w.app_id, import: [group] });
    t.equal(copied.statusCode, 200, copied.body);
    const [copy] = copied.json().data.changed;
    const [one, two] = (await w.detail(copy)).stories;
    const [{ id: component }] = one.studio.pollData;
    t.not(component, 'poll-0001');
    t.same(one.conditions, { rules: [{ component_id: component, values: ['A'], to: two.id }], next: null });
    t.same(one.resting, []);
    await h.caughtUp();
    const told = (await w.call('GET', `/story_group/history?story_group_id=${group}&limit=5`)).json().data;
    t.match(told[0].changes, [{ field: 'Poll “Which coat?” · corners', from: 12, to: 3 }]);
    t.match(told[1].changes, [
      { field: 'conditions', from: [], to: ['Poll “Which coat?”: A · Camel wool leads to Goal'] },
    ]);
    await patch(first, { studio: null, conditions: null });
    const preview = await w.call('GET', `/story_group/restore?story_group_id=${group}&version=${version}`);
    t.match(preview.json().data.changes, [
      { field: 'Poll “Which coat?” of “First”', from: null, to: 'added' },
      { field: 'conditions of “First”', from: [] },
    ]);
    await patch(goal, { studio: { version: 1, background: '#101010' } });
    await h.caughtUp();
    const [shaded] = (await w.call('GET', `/story_group/history?story_group_id=${group}&limit=1`)).json().data;
    t.match(shaded.changes, [{ field: 'Background behind the media', from: null, to: '#101010' }]);
    const { data: versions } = (await w.call('GET', `/story/revisions?story_id=${goal}`)).json();
    t.match(versions, [{ content: { studio: { background: '#101010' } } }, { content: { studio: null } }]);
    const back = await w.call('POST', '/story_group/restore', { story_group_id: group, version });
    t.equal(back.statusCode, 200, back.body);
    t.match(await storyOf(group, first), { studio: { pollData: [{ radius: 3 }] }, conditions: { rules } });
  });
});
