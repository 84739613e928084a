import t from 'tap';
import { groupStatus } from '#contracts/story-group/status.ts';
import { problemsOf } from '../../kit/forms/rules.ts';
import {
  type ChosenList,
  capError,
  capReached,
  changeBody,
  changedGroupFields,
  fieldAt,
  fieldsOf,
  type GroupFields,
  labelError,
  startOfYesterday,
  takeLabels,
} from './group-fields.ts';
import { changesSince, clashesOf, firstChoices, merged } from './group-merge.ts';
import { groupRules } from './group-rules.ts';

const now = Date.UTC(2026, 10, 21, 23, 30) / 1000;
const context = { timeZone: 'Europe/Stockholm', now };
const fresh: GroupFields = { ...fieldsOf(null, now), icon: { kind: 'stored', url: '/media/a.png' }, title: 'a' };
const wrong = (change: Partial<GroupFields>, before = fresh) =>
  problemsOf(groupRules(before, context), { ...fresh, ...change });
const body = (change: Partial<GroupFields>, before = fresh, sent = {}) => {
  const fields = { ...before, ...change };
  return changeBody(fields, changedGroupFields(fields, before), sent);
};

t.test('a new group starts now and has nothing else', async (t) => {
  t.match(fieldsOf(null, now + 42), { title: '', ts_start: now, ts_end: null, segments: [], target_cap: '' });
});

t.test('cover, name and start are required, in plain words', async (t) => {
  t.same(wrong({ ts_start: null, title: ' ', icon: { kind: 'none' } }), {
    icon: 'Add a cover image.',
    title: 'Enter a name for the story group.',
    ts_start: 'Choose a start date.',
  });
  t.same(wrong({ title: '  Run Club ' }), {});
});

t.test('nothing is saved beside a chosen file that is on its way or was refused', async (t) => {
  const beside = (chosen: ChosenList | null) => problemsOf(groupRules(fresh, context, chosen), fresh);
  t.same(beside({ name: 'vip.csv', share: 0.4, refusal: null }), {
    viewer_list: 'Wait until the viewer list has finished uploading.',
  });
  t.same(beside({ name: 'x.txt', share: 0, refusal: 'x.txt is not a csv file' }), {
    viewer_list: 'x.txt is not a csv file',
  });
  t.same(beside(null), {});
});

t.test('a date that cannot be read is refused, and is a change', async (t) => {
  const message = 'Enter a date like 1 Nov 2026, 08:00.';
  t.same(wrong({ ts_start: Number.NaN, ts_end: Number.NaN }), { ts_start: message, ts_end: message });
  t.same(changedGroupFields({ ...fresh, ts_end: Number.NaN }, fresh), ['ts_end']);
});

t.test('a name has at most 25 characters, counted as people count them; a label 7', async (t) => {
  t.same(wrong({ title: '🏃'.repeat(25) }), {});
  t.equal(wrong({ title: 'a'.repeat(26) }).title, 'Story group name can be maximum 25 characters.');
  t.equal(labelError('🏃'.repeat(7)), undefined);
  t.equal(labelError('runners1'), 'A label can be maximum 7 characters.');
});

t.test('a comma ends a label, typed or pasted; it is never part of one', async (t) => {
  const take = (draft: string, labels = ['vip']) => takeLabels({ labels, draft });
  t.same(take('gol'), { labels: ['vip'], draft: 'gol' });
  t.same(take(' gold ,'), { labels: ['vip', 'gold'], draft: '' });
  t.same(take('gold,VIP,,se, no'), { labels: ['vip', 'gold', 'se'], draft: ' no' });
  t.same(take('gold,runners1,se'), { labels: ['vip', 'gold'], draft: 'runners1,se' }, 'a wrong one can be mended');
  t.equal(labelError('runners1,se'), "A label can't contain a comma.");
  const full = Array.from({ length: 20 }, (_, index) => `l${index}`);
  t.same(take('gold,', full), { labels: full, draft: 'gold,' });
});

t.test('yesterday is by the clock of the account', async (t) => {
  // In Stockholm it is half past midnight of the 22nd, so yesterday began on the 20th at 23:00 UTC.
  const first = startOfYesterday('Europe/Stockholm', now);
  t.equal(first, Date.UTC(2026, 10, 20, 23) / 1000);
  t.equal(wrong({ ts_start: first }).ts_start, undefined);
  t.equal(wrong({ ts_start: first - 60 }).ts_start, 'Start date cannot be before yesterday.');
});

t.test('a start that was not changed may lie further back; an end comes after the start', async (t) => {
  const old = { ...fresh, ts_start: 1000 };
  t.same(wrong({ ts_start: 1000 }, old), {});
  t.same(wrong({ ts_start: 1000, ts_end: 1000 }, old), { ts_end: 'End date must be after the start date.' });
});

t.test('a cap is a whole number up to the maximum safe integer', async (t) => {
  t.equal(capError(''), undefined);
  t.equal(capError('200,000'), undefined);
  t.equal(capError('9007199254740991'), undefined);
  t.equal(capError('9007199254740992'), 'Use 9,007,199,254,740,991 or less.');
  for (const cap of ['0', '-1', 'many', '1e3', '2.5', '2,5', '1.0', '1 2', '1,000.000'])
    t.equal(capError(cap), 'Use a whole number, 1 or higher.', cap);
  t.same(Object.keys(wrong({ click_target_cap: 'x' })), ['click_target_cap']);
});

t.test('a cap that a live group has reached is told, however its digits are grouped', async (t) => {
  const live = { status: groupStatus.active };
  for (const typed of ['1000', ' 1,000 ', '1 000', "1'000"]) {
    t.ok(capReached(live, typed, 1000), typed);
    t.notOk(capReached(live, typed, 999), typed);
  }
  for (const typed of ['', '0', 'many', '1,00']) t.notOk(capReached(live, typed, 1000), typed);
  t.notOk(capReached({ status: groupStatus.inactive }, '1,000', 1000));
  t.notOk(capReached(null, '1,000', 1000));
});

t.test('versions have numbers with dots, the last not before the first', async (t) => {
  t.same(wrong({ min_version: '4.9', max_version: '4.10.0' }), {});
  t.same(wrong({ min_version: '4.x' }), { min_version: 'Use a version such as 4.12.0.' });
  t.same(wrong({ min_version: '4.10', max_version: '4.9' }), {
    max_version: 'The last version must come after the first.',
  });
});

t.test('only what differs is sent', async (t) => {
  t.same(body({ title: ' a ', target_cap: ' ', segments: [[]] }), {});
  t.same(body({ title: 'b', ts_end: now + 60 }), { title: 'b', ts_end: now + 60 });
  t.same(body({ segments: [['vip', 'gold'], []], target_cap: '200,000' }), {
    segments: [['vip', 'gold']],
    target_cap: 200_000,
  });
  t.same(body({ target_cap: '' }, { ...fresh, target_cap: '5' }), { target_cap: null });
  t.same(
    body({ description: 'x', max_version: '4.1' }, { ...fresh, min_version: '2' }),
    { settings: { app_version_targeting: { min_version: '2', max_version: '4.1' }, description: 'x' } },
    'both bounds go together',
  );
  const list = { name: 'vip.csv', path: '/media/x.csv', count: 3 };
  t.same(body({ viewer_list: list }), {
    settings: { dynamic_segmentation: { name: 'vip.csv', path: '/media/x.csv' } },
  });
  t.same(body({ viewer_list: null }, { ...fresh, viewer_list: list }), { settings: { dynamic_segmentation: null } });
  t.same(body({ dark_icon: { kind: 'none' } }, { ...fresh, dark_icon: { kind: 'stored', url: 'd' } }), {
    settings: { thematic_icons: null },
  });
});

t.test('a refusal stands at the field it is about', async (t) => {
  t.equal(fieldAt('segments.0.1'), 'segments');
  t.equal(fieldAt('settings.app_version_targeting.max_version'), 'max_version');
  t.equal(fieldAt('settings.dynamic_segmentation.path'), 'viewer_list');
  t.equal(fieldAt('target_cap'), 'target_cap');
  t.equal(fieldAt('app_id'), null);
});

t.test('of two people’s changes each keeps what only one made; for the rest there is a choice', async (t) => {
  const mine = { ...fresh, title: 'Mine', description: 'mine' };
  const theirs = { ...fresh, title: 'Theirs', ts_end: now + 60 };
  const clashes = clashesOf(fresh, mine, theirs);
  t.same(clashes, [
    { field: 'title', both: true },
    { field: 'ts_end', both: false },
  ]);
  const choices = firstChoices(clashes);
  t.same(choices, { title: 'mine', ts_end: 'theirs' });
  t.same(merged(mine, theirs, choices), { ...mine, ts_end: now + 60 });
  t.same(merged(mine, theirs, { ...choices, title: 'theirs' }), { ...mine, title: 'Theirs', ts_end: now + 60 });
  t.same(clashesOf(fresh, { ...fresh, title: 'Same' }, { ...fresh, title: 'Same' }), []);
});

t.test('who changed the group is told from the versions after the one that was read', async (t) => {
  const row = (version: number, action: string, story_id?: string) => ({
    version,
    action,
    ...(story_id && { story_id }),
  });
  const rows = [
    row(5, 'StoryGroupStatusChanged'),
    row(4, 'StoryChanged', 's'),
    row(3, 'StoryGroupDetailsChanged'),
    row(2, 'StoryGroupDetailsChanged'),
  ];
  t.same(
    changesSince(rows as never, 2).map((one) => one.version),
    [5, 3],
  );
});
