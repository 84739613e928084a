import t from 'tap';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { problemsOf } from '../kit/forms/rules.ts';
import { dayText, parseDay, presetOf, previousRange, rangeFault, rangeOf, yearBefore } from './analytics/date-range.ts';
import { deliveryOf } from './delivery.ts';
import type { GroupDetail } from './group-queries.ts';
import { headline, shownValue, splitSentence, summary } from './history/history-words.ts';
import { exactLine, storyLine, storyNumber, windowText } from './stories/story-facts.ts';
import { changedStoryFields, formOf, onTopOf, storyRules } from './stories/story-form.ts';
import { filterStories, moveStory, span } from './stories/story-order.ts';
import { type StoryLine, storyLinesInOrder } from './stories/use-story-lines.ts';
import { fileProblem, titleOfFile } from './uploads/file-checks.ts';
import { newStoryWords, type StoryWords, tooMany } from './uploads/upload-checks.ts';

const day = 86_400;
const now = Date.parse('2026-11-20T14:32:00Z') / 1000;
const story: StoryRow = {
  id: 'a',
  story_group_id: 'g',
  story_group_type: 'manual',
  app_id: 'p',
  title: 'Parkas are back',
  name: 'Parkas are back',
  icon: '/media/i.png',
  type: 1,
  status: 1,
  user_id: null,
  media: '/media/a.png',
  mime_type: 'image/png',
  media_type: 'image',
  thumbnail: null,
  variants: [],
  width: 1080,
  height: 1920,
  duration_ms: null,
  button_text: '',
  outlink: '',
  deep_link: '',
  target_cap: null,
  studio: null,
  conditions: null,
  resting: [],
  sort_order: 0,
  ts_start: null,
  ts_end: null,
  ts_created: now,
  ts_updated: now,
  version: 3,
};
const group: GroupDetail = {
  id: 'g',
  account_id: 'c',
  app_id: 'p',
  instance_id: 'i',
  user_id: null,
  creator: '',
  type: 'manual',
  status: 1,
  title: 'Autumn Edit',
  name: 'Autumn Edit',
  icon: '/media/c.png',
  variants: [],
  ts_start: now - day,
  ts_end: null,
  ts_created: now,
  ts_updated: now,
  sort_order: 0,
  pinned: false,
  segments: [],
  target_cap: null,
  click_target_cap: null,
  cta_macro: null,
  settings: {
    dynamic_segmentation: null,
    app_version_targeting: null,
    thematic_icons: null,
    description: '',
    is_unpublished: false,
    is_mobile: false,
  },
  stopped: null,
  cap_open: true,
  story_count: 1,
  thumbnails: [],
  designs: [],
  version: 1,
  stories: [story],
};

t.test('a range is whole UTC days, at most today, by default the last seven', async (t) => {
  const text = (range: { from: number; to: number }) => `${dayText(range.from)} ${dayText(range.to)}`;
  t.equal(text(rangeOf(null, null, null, now)), '2026-11-14 2026-11-20');
  t.equal(text(rangeOf('today', null, null, now)), '2026-11-20 2026-11-20');
  t.equal(text(rangeOf('month', null, null, now)), '2026-11-01 2026-11-20');
  t.equal(text(rangeOf('30days', null, null, now)), '2026-10-22 2026-11-20');
  t.equal(text(rangeOf(null, '2026-11-18', '2026-12-24', now)), '2026-11-18 2026-11-20', 'no future');
  t.equal(text(rangeOf(null, '2026-12-18', '2026-12-24', now)), '2026-11-14 2026-11-20');
  t.equal(text(rangeOf(null, 'x', '2026-11-02', now)), '2026-11-14 2026-11-20');
  t.equal(text(previousRange(rangeOf(null, null, null, now))), '2026-11-07 2026-11-13');
  t.equal(presetOf(null, null, null), 'week');
  t.equal(presetOf(null, null, null, '30days'), '30days');
  t.equal(presetOf('week', null, null, '30days'), 'week');
  t.equal(text(rangeOf(null, null, null, now, '30days')), '2026-10-22 2026-11-20');
  t.equal(text(rangeOf('week', null, null, now, '30days')), '2026-11-14 2026-11-20');
  t.equal(presetOf(null, '2026-11-01', '2026-11-02'), null);
  t.equal(text(rangeOf(null, '2021-11-01', '2026-11-02', now)), '2026-11-14 2026-11-20', 'no five years');
  for (const none of ['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-1-1']) {
    t.equal(parseDay(none), null, none);
    t.equal(text(rangeOf(null, none, '2026-11-02', now)), '2026-11-14 2026-11-20', 'the usual one');
  }
  t.equal(parseDay('2024-02-29'), Date.UTC(2024, 1, 29) / 1000);
});

t.test('the same days a year before are as many, and a day that makes no range is told of', async (t) => {
  const days = (from: string, to: string) => ({ from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 });
  const year = (from: string, to: string) => {
    const before = yearBefore(days(from, to));
    return `${dayText(before.from)} ${dayText(before.to)}`;
  };
  t.equal(year('2026-11-14', '2026-11-20'), '2025-11-14 2025-11-20');
  t.equal(year('2024-02-29', '2024-03-01'), '2023-02-28 2023-03-01');
  t.equal(year('2025-02-27', '2025-03-02'), '2024-02-27 2024-03-01', 'as many days, also over the 29th');
  const why = (from: string, to: string) =>
    rangeFault(Date.parse(from) / 1000, Date.parse(to) / 1000, Date.parse('2026-11-20') / 1000);
  t.equal(why('2025-11-20', '2026-11-20'), null, '366 days');
  t.equal(why('2025-11-19', '2026-11-20'), 'long');
  t.equal(why('2026-11-20', '2026-11-19'), 'backwards');
  t.equal(why('2026-11-20', '2026-11-21'), 'future');
  t.equal(rangeFault(null, 0, 0), 'form');
});

t.test('delivery says why a group is not live', async (t) => {
  t.same(deliveryOf(group, now), { live: true, text: 'Live in the SDK' });
  t.equal(deliveryOf({ ...group, status: 2 }, now).text, 'Inactive');
  t.equal(deliveryOf({ ...group, status: 10 }, now).text, 'Waiting for approval');
  t.equal(deliveryOf({ ...group, status: 8 }, now).text, 'Test devices only');
  t.equal(deliveryOf({ ...group, ts_start: now + 1 }, now).text, 'Starts later');
  t.equal(deliveryOf({ ...group, ts_end: now }, now).text, 'End date reached');
  t.equal(deliveryOf({ ...group, stories: [] }, now).text, 'No stories yet');
  t.equal(deliveryOf({ ...group, stories: [{ ...story, status: 2 }] }, now).text, 'No active story');
  t.equal(deliveryOf({ ...group, stories: [{ ...story, ts_end: now - 1 }] }, now).text, 'No active story');
});

t.test('a card tells figures while its story is seen, else why it is not', async (t) => {
  const stats = { reach: 41_600, ctr: 0.054, click: 2246, impression: 41_592 } as never;
  t.equal(storyLine(story, stats, 'UTC', now), '41.6k · 5.4%');
  const quiet = { reach: 41_600, ctr: 0, click: 0, impression: 41_592 } as never;
  const linked = { ...story, outlink: 'https://marlow.example' };
  t.equal(storyLine(linked, quiet, 'UTC', now), '41.6k · 0.0%', 'a link that nobody followed');
  const unseen = { reach: 0, ctr: 0, click: 0, impression: 0 } as never;
  t.equal(storyLine(linked, unseen, 'UTC', now), '0 · –', 'of nothing there is no rate');
  const bare = { ...story, button_text: '', outlink: '', deep_link: '' };
  t.equal(storyLine(bare, quiet, 'UTC', now), '41.6k · –', 'without a link there is no CTR');
  t.equal(storyNumber(linked, quiet, 'ctr'), 0, 'as a number it is none where a dash stands');
  t.same([storyNumber(linked, unseen, 'ctr'), storyNumber(bare, quiet, 'ctr')], [null, null]);
  t.equal(exactLine(story, stats, 'UTC', now), '41,600 · 5.4%', 'the exact figure is there where it is shortened');
  t.equal(exactLine(linked, unseen, 'UTC', now), null);
  t.equal(exactLine({ ...story, status: 2 }, stats, 'UTC', now), null);
  t.equal(storyLine({ ...story, status: 2 }, stats, 'UTC', now), 'Inactive');
  t.equal(storyLine({ ...story, status: 2, ts_start: now + 4 * day }, stats, 'UTC', now), 'Starts 24 Nov');
  t.equal(storyLine({ ...story, ts_end: now - day }, stats, 'UTC', now), 'Ended 19 Nov');
  t.equal(windowText('UTC', now - 17 * day, now + 10 * day), '3 – 30 Nov 2026');
  t.equal(windowText('UTC', now - 30 * day, now), '21 Oct – 20 Nov 2026');
  t.equal(windowText('UTC', now, null), 'From 20 Nov 2026');
});

t.test('stories without a figure come last in either direction', async (t) => {
  const line = (id: string, ctr: number, impression = 10) =>
    ({ story: { ...story, id, outlink: 'https://marlow.example' }, stats: { ctr, impression, click: 0 } }) as StoryLine;
  const lines = [line('unseen', 0, 0), line('low', 0), line('high', 0.5)];
  const ids = (direction: 'asc' | 'desc') => storyLinesInOrder(lines, 'ctr', direction).map((one) => one.story.id);
  t.same(ids('desc'), ['high', 'low', 'unseen']);
  t.same(ids('asc'), ['low', 'high', 'unseen']);
});

t.test('the order, the filter and a range of the selection', async (t) => {
  const rows = ['a', 'b', 'c', 'd'].map((id, at) => ({ ...story, id, status: at < 2 ? 1 : 2 }));
  const ids = (list: readonly { id: string }[]) => list.map((row) => row.id).join('');
  t.equal(ids(moveStory(rows, 'a', 'c')), 'bcad');
  t.equal(ids(moveStory(rows, 'd', 'a')), 'dabc');
  t.equal(ids(moveStory(rows, 'x', 'a')), 'abcd');
  t.equal(ids(filterStories(rows, 'active')), 'ab');
  t.equal(ids(filterStories(rows, 'inactive')), 'cd');
  t.same(span(rows, 'd', 'b'), ['b', 'c', 'd']);
  t.same(span(rows, null, 'b'), ['b']);
});

t.test('files and words of new stories', async (t) => {
  const wordProblems = (words: StoryWords) => problemsOf(newStoryWords, words);
  t.equal(titleOfFile('Winter coats.final.png'), 'Winter coats.final');
  t.equal([...titleOfFile(`${'é'.repeat(60)}.mp4`)].length, 40);
  t.equal(titleOfFile('.png'), '.png');
  t.equal(fileProblem({ type: 'image/png', size: 10 }), null);
  t.match(fileProblem({ type: 'image/svg+xml', size: 10 }), /JPEG/);
  t.match(fileProblem({ type: 'image/png', size: 30 * 1024 * 1024 }), /larger/);
  t.same(wordProblems({ title: 'A', button_text: '', outlink: 'https://a.example' }), {
    button_text: 'Please fill Swipe up text',
  });
  t.equal(
    wordProblems({ title: 'A', button_text: 'B', outlink: 'a.example' }).outlink,
    'External links must start with http:// or https://',
  );
  t.equal(wordProblems({ title: ' ', button_text: '', outlink: '' }).title, 'Enter a title for the story.');
  t.equal(tooMany(98, 2), null);
  t.equal(
    tooMany(98, 3),
    'There can be maximum 100 stories in a story group. Please reduce the number of selected stories.',
  );
});

t.test('a change of a story sends only what differs', async (t) => {
  const form = formOf(story);
  t.same(changedStoryFields(story, form), {});
  t.same(changedStoryFields(story, { ...form, title: ' New ', ts_end: now }), { title: 'New', ts_end: now });
  const stored = { file: '/media/v.mp4', mime_type: 'video/mp4', width: 1, height: 1, duration_ms: 9, bytes: 1 };
  t.same(changedStoryFields(story, { ...form, stored }), { media: '/media/v.mp4', type: 2, thumbnail: null });
  t.equal(
    problemsOf(storyRules, { ...form, ts_start: now, ts_end: now }).ts_end,
    'The end date must be after the start date.',
  );
  t.same(changedStoryFields(story, { ...form, target_cap: '1,500' }), { target_cap: 1500 });
  t.same(changedStoryFields({ ...story, target_cap: 9 }, { ...form, target_cap: '' }), { target_cap: null });
  t.equal(problemsOf(storyRules, { ...form, target_cap: '2.5' }).target_cap, 'Use a whole number, 1 or higher.');
  t.ok(problemsOf(storyRules, { ...form, button_text: 'Go', deep_link: 'javascript:alert(1)' }).deep_link);
});

t.test('my changes of a story go on top of what somebody else changed meanwhile, field by field', async (t) => {
  const theirs = { ...story, title: 'Parkas for two', outlink: 'https://a.b/', ts_end: now + day, version: 4 };
  const stored = { file: '/media/b.png', mime_type: 'image/png', width: 1, height: 1, duration_ms: null, bytes: 1 };
  const form = { ...formOf(story), title: `${story.title} `, ts_end: now, button_text: 'Go', stored };
  const kept = onTopOf(theirs, story, form);
  t.same(kept, { ...formOf(theirs), ts_end: now, button_text: 'Go', stored });
  t.same(Object.keys(changedStoryFields(theirs, kept)).sort(), ['button_text', 'media', 'thumbnail', 'ts_end', 'type']);
  t.same(onTopOf(theirs, story, formOf(story)), formOf(theirs));
});

t.test('history is told in real values', async (t) => {
  t.same(shownValue('title', '', 'UTC'), { kind: 'empty' });
  t.same(shownValue('icon', '/media/c.png', 'UTC'), { kind: 'cover', src: '/media/c.png' });
  t.same(shownValue('media', '/media/c.mp4', 'UTC'), { kind: 'video', src: '/media/c.mp4' });
  t.same(shownValue('ts_start', now, 'Europe/Stockholm'), { kind: 'text', text: '20 Nov 2026, 15:32' });
  t.same(shownValue('target_cap', 600_000, 'UTC'), { kind: 'text', text: '600,000' });
  t.same(shownValue('labels', [['a', 'b'], ['c']], 'UTC'), { kind: 'list', items: ['a or b', 'c'] });
  t.same(shownValue('status', 'active', 'UTC'), { kind: 'text', text: 'Active' });
  t.equal(headline('changed the name of “Fall Favourites”'), 'Changed the name');
  t.equal(headline('added the story “A” to “Fall”'), 'Added the story “A”');
  t.equal(headline('changed the media of the story “A”'), 'Changed the media of the story “A”');
  t.same(
    splitSentence('added the story “A” to “B”').map((part) => (part.name ? `[${part.text}]` : part.text)),
    ['added the story ', '[A]', ' to ', '[B]'],
  );
  const changes = [
    { field: 'icon', from: '/media/a.png', to: '/media/b.png' },
    { field: 'title', from: 'Fall Favourites', to: 'Autumn Edit' },
  ];
  t.equal(summary({ action: 'StoryGroupDetailsChanged', changes }, 'UTC'), 'Fall Favourites → Autumn Edit');
  t.equal(summary({ action: 'StoryGroupDetailsChanged', changes: changes.slice(0, 1) }, 'UTC'), 'Cover');
  const told = (field: string, from: unknown, to: unknown) =>
    summary({ action: 'AppSettingsChanged', changes: [{ field, from, to }] }, 'UTC');
  t.equal(told('sharable', true, null), 'On → Off', 'nothing beside a switch that was on is off');
  t.equal(told('sharable', null, true), 'Off → On');
  t.equal(told('is_live', true, null), 'Yes → No');
  t.equal(told('verified', false, true), 'No → Yes');
  t.equal(told('target_cap', null, 600_000), '— → 600,000');
  const exported = [
    { field: 'rows', from: null, to: 12 },
    { field: 'range', from: null, to: '1 Jun 2026 – 8 Jun 2026' },
    { field: 'filter by app', from: null, to: 'Marlow' },
  ];
  t.equal(
    summary({ action: 'DataExported', changes: exported }, 'UTC'),
    'Range: 1 Jun 2026 – 8 Jun 2026 · Filter by app: Marlow',
  );
  t.equal(summary({ action: 'DataExported', changes: exported.slice(0, 1) }, 'UTC'), '');
});
