import t from 'tap';
import { initialAppSettings } from '#contracts/app/state.ts';
import { compareVersions } from '#contracts/sdk/app-version.ts';
import { normalizeLabel } from '#contracts/story-group/labels.ts';
import type { DeliveryDocument, DocumentGroup } from './document.ts';
import { encodeResponse, matchesEtag, negotiateCoding } from './encoded-response.ts';
import { type DeliveryViewer, matchAudience, selectStories } from './select.ts';

const now = 1_800_000_000_000;
const seconds = now / 1000;

const story = (
  id: string,
  change: Partial<DocumentGroup['stories'][number]> = {},
): DocumentGroup['stories'][number] => ({
  id,
  title: id,
  type: 1,
  active: true,
  media: `${id}.png`,
  thumbnail: null,
  mime_type: 'image/png',
  button_text: '',
  outlink: '',
  deep_link: '',
  sort_order: 0,
  duration_ms: null,
  ts_start: null,
  ts_end: null,
  ...change,
});

const group = (id: string, change: Partial<DocumentGroup> = {}): DocumentGroup => ({
  id,
  title: id,
  icon: `${id}.png`,
  dark_icon: null,
  type: 'manual',
  status: 1,
  is_unpublished: false,
  ts_start: seconds - 100,
  ts_end: null,
  segments: [],
  min_version: null,
  max_version: null,
  description: '',
  cta_macro: null,
  stories: [story(`${id}-story`)],
  pinned: false,
  sort_order: 0,
  ...change,
});

const anyone: DeliveryViewer = { labels: null, app_version: null, device_id: null };

const shown = (groups: DocumentGroup[], viewer: Partial<DeliveryViewer> = {}, at = now, devices: string[] = []) => {
  const document: DeliveryDocument = { app: { title: 'Zephyr', ...initialAppSettings }, devices, groups };
  const audience = matchAudience(document, { ...anyone, ...viewer });
  const { answer, until } = selectStories(document.app, audience, at, 'https://media.test');
  return { ids: answer.data.groups.map((one) => one.id), groups: answer.data.groups, until, key: audience.key };
};

t.test('a group shows from its start until just before its end', async (t) => {
  const windowed = [group('a', { ts_start: seconds + 10, ts_end: seconds + 20 })];
  t.same(shown(windowed).ids, []);
  t.equal(shown(windowed).until, (seconds + 10) * 1000);
  t.same(shown(windowed, {}, (seconds + 10) * 1000 - 1).ids, []);
  t.same(shown(windowed, {}, (seconds + 10) * 1000).ids, ['a']);
  t.equal(shown(windowed, {}, (seconds + 10) * 1000).until, (seconds + 20) * 1000);
  t.same(shown(windowed, {}, (seconds + 20) * 1000 - 1).ids, ['a']);
  t.same(shown(windowed, {}, (seconds + 20) * 1000).ids, []);
  t.equal(shown(windowed, {}, (seconds + 20) * 1000).until, null);
});

t.test('a story has a window of its own, and inactive ones never show', async (t) => {
  const groups = [
    group('a', {
      stories: [
        story('past', { ts_end: seconds }),
        story('soon', { ts_start: seconds + 5 }),
        story('off', { active: false }),
      ],
    }),
  ];
  t.same(shown(groups).ids, [], 'a group without an open story is left out');
  t.equal(shown(groups).until, (seconds + 5) * 1000);
  const later = shown(groups, {}, (seconds + 5) * 1000);
  t.same(
    later.groups[0]?.stories.map((one) => one.id),
    ['soon'],
  );
});

t.test('a test group shows only on a test device, compared by case', async (t) => {
  const groups = [group('live'), group('test', { status: 8 })];
  t.same(shown(groups, {}, now, ['Pixel-7']).ids, ['live']);
  t.same(shown(groups, { device_id: 'Pixel-7' }, now, ['Pixel-7']).ids, ['live', 'test']);
  t.same(shown(groups, { device_id: 'pixel-7' }, now, ['Pixel-7']).ids, ['live']);
});

t.test('labels are an AND of ORs, by no case', async (t) => {
  const segments = [['vip', 'gold'], ['se']].map((row) => row.map(normalizeLabel));
  const groups = [group('plain'), group('labelled', { segments })];
  t.same(shown(groups).ids, ['plain', 'labelled'], 'without labels every group shows');
  t.same(shown(groups, { labels: [''] }).ids, ['plain'], 'empty labels show groups without labels');
  t.same(shown(groups, { labels: ['VIP'] }).ids, ['plain']);
  t.same(shown(groups, { labels: ['VIP', ' Se '] }).ids, ['plain', 'labelled']);
  t.same(shown(groups, { labels: ['gold', 'se', 'other'] }).ids, ['plain', 'labelled']);
  t.equal(
    shown(groups, { labels: ['gold', 'se', 'x1'] }).key,
    shown(groups, { labels: ['vip', 'se', 'x2'] }).key,
    'labels that the instance does not use share an answer',
  );
});

t.test('versions compare by number, and a group with a range needs a version', async (t) => {
  t.ok(compareVersions([4, 12], [4, 9]) > 0);
  t.equal(compareVersions([4, 12, 0], [4, 12]), 0);
  const groups = [group('ranged', { min_version: '4.9', max_version: '4.12.0' })];
  t.same(shown(groups).ids, []);
  for (const [version, fits] of [
    ['4.8.9', false],
    ['4.9', true],
    ['4.10.1', true],
    ['4.12', true],
    ['4.12.0 (7)', true],
    ['4.12.1', false],
    ['10.0', false],
    ['beta', false],
  ] as const)
    t.same(shown(groups, { app_version: version }).ids, fits ? ['ranged'] : [], version);
  t.same(shown([group('from', { min_version: '2' })], { app_version: '2.0.0' }).ids, ['from']);
  t.same(shown([group('to', { max_version: '2' })], { app_version: '2.0.1' }).ids, []);
});

t.test('addresses are absolute, and the app has its fields', async (t) => {
  const [one] = shown([
    group('a', { dark_icon: 'dark.png', stories: [story('s', { thumbnail: 'poster.jpg' })] }),
  ]).groups;
  t.equal(one?.icon, 'https://media.test/media/a.png');
  t.same(one?.thematic_icons, {
    dark: 'https://media.test/media/dark.png',
    variants: [96, 192].map((width) => ({ width, url: `https://media.test/media/dark.png.${width}.webp` })),
  });
  t.equal(one?.stories[0]?.media, 'https://media.test/media/s.png');
  t.equal(one?.stories[0]?.thumbnail, 'https://media.test/media/poster.jpg');
});

t.test('pictures are offered in smaller sizes, none larger than they are', async (t) => {
  const cases: [Partial<DocumentGroup['stories'][number]>, string, number[]][] = [
    [{ width: 1080 }, 's.png', [480, 720, 1080]],
    [{ width: 719 }, 's.png', [480]],
    [{ width: 320 }, 's.png', []],
    // Documents of before do not say how wide it is: an address of a size that is not there answers the picture.
    [{}, 's.png', [480, 720, 1080]],
    [{ mime_type: 'image/gif', width: 1080 }, 's.png', []],
    [{ mime_type: 'video/mp4', media: 's.mp4', width: 320, thumbnail: 'poster.jpg' }, 'poster.jpg', [480, 720, 1080]],
    [{ mime_type: 'video/mp4', media: 's.mp4', width: 1080 }, '', []],
  ];
  for (const [change, picture, widths] of cases) {
    const [one] = shown([group('a', { stories: [story('s', change)] })]).groups;
    t.same(
      one?.stories[0]?.variants,
      widths.map((width) => ({ width, url: `https://media.test/media/${picture}.${width}.webp` })),
      JSON.stringify(change),
    );
    t.same(
      one?.variants.map(({ width }) => width),
      [96, 192],
      'its cover',
    );
  }
});

t.test('a coding is chosen by weight, the smaller one when equal', async (t) => {
  t.equal(negotiateCoding(undefined), 'identity');
  t.equal(negotiateCoding('gzip, deflate, br'), 'br');
  t.equal(negotiateCoding('gzip, br;q=0'), 'gzip');
  t.equal(negotiateCoding('br;q=0.5, gzip;q=0.8'), 'gzip');
  t.equal(negotiateCoding('deflate'), 'identity');
  t.equal(negotiateCoding('*'), 'br');
});

t.test('a tag depends on content and coding alone', async (t) => {
  const body = Buffer.from('{"data":1}');
  const [plain, again, gzip] = [
    await encodeResponse(body, 'identity'),
    await encodeResponse(body, 'identity'),
    await encodeResponse(body, 'gzip'),
  ];
  t.equal(plain.etag, again.etag);
  t.not(plain.etag, gzip.etag);
  t.ok(matchesEtag(`"x", W/${gzip.etag}`, gzip.etag));
  t.notOk(matchesEtag(plain.etag, gzip.etag));
  t.notOk(gzip.headers(false, false).pairs.includes('content-encoding'));
  t.ok(gzip.headers(false, false).pairs.includes('etag'));
});
