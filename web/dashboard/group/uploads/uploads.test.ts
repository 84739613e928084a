import t from 'tap';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { replaceGlobals } from '#ops/testing/globals.ts';

interface Sent {
  finish: (status: number, body: unknown) => void;
  aborted: boolean;
}
const sent: Sent[] = [];
const posted: { body: { stories: Record<string, unknown>[] }; key: string | null }[] = [];
let answered: Promise<void> = Promise.resolve();
let answer: { status: number; body: unknown } = { status: 200, body: { data: { changed: ['x'], refused: [] } } };

class FakeRequest {
  status = 0;
  response: unknown = null;
  upload: Record<string, unknown> = {};
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open() {}
  setRequestHeader() {}
  send() {
    const entry: Sent = {
      aborted: false,
      finish: (status, body) => {
        this.status = status;
        this.response = body;
        this.onload?.();
        this.onloadend?.();
      },
    };
    this.abort = () => {
      entry.aborted = true;
      this.onabort?.();
    };
    sent.push(entry);
  }
  abort() {}
}

const leaving = new EventTarget();
/** Whether closing the tab is asked about. */
const asksBeforeLeaving = () => !leaving.dispatchEvent(new Event('beforeunload', { cancelable: true }));

replaceGlobals(t, {
  window: leaving,
  XMLHttpRequest: FakeRequest,
  localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
  fetch: async (_: string, init: { body: string; headers: Record<string, string> }) => {
    posted.push({ body: JSON.parse(init.body), key: init.headers['idempotency-key'] ?? null });
    await answered;
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  },
});

const { isWorkedOn, uploads } = await import('./uploads.ts');
const { hasUploads } = await import('./uploads-loaded.ts');
const { readState } = await import('../../story-add/story-add-state.ts');
const { otherFaults } = await import('./upload-checks.ts');
const group = { id: 'g', title: 'Autumn Edit', path: '/stories/g?create=1' };
const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};
const stored = (name: string) => ({
  data: { file: `/media/${name}`, mime_type: 'image/png', width: 1, height: 1, duration_ms: null, bytes: 1 },
});
/** A story of a group as the page that copies it gets it. */
const copied = (id: string, more: object = {}) => ({
  id,
  title: id,
  type: 1,
  media: `http://localhost/media/${'a'.repeat(64)}.png`,
  studio: exampleDesign(['poll', 'poll-0001']),
  ...more,
});
const states = () => uploads.all().flatMap((batch) => batch.uploads.map((one) => one.state));

t.beforeEach(() => {
  uploads.discard('g');
  sent.length = 0;
  posted.length = 0;
  answer = { status: 200, body: { data: { changed: ['x'], refused: [] } } };
});

t.test('two files are sent at once, the stories are added in their order when all have arrived', async (t) => {
  uploads.add(group, [picture('a.png'), picture('b.png'), picture('c.png')]);
  uploads.submit('g', 1);
  await settle();
  t.same(states(), ['sending', 'sending', 'waiting']);
  sent[1]?.finish(201, stored('b'));
  await settle();
  t.same(states(), ['sending', 'done', 'sending']);
  sent[2]?.finish(201, stored('c'));
  sent[0]?.finish(201, stored('a'));
  await settle();
  t.same(
    posted[0]?.body.stories.map((story) => story.media),
    ['/media/a', '/media/b', '/media/c'],
  );
  t.same(uploads.all(), []);
});

t.test('nothing is added before it is asked for, and a cancelled file is not sent on', async (t) => {
  uploads.add(group, [picture('a.png'), picture('b.png')]);
  await settle();
  uploads.cancel(uploads.all()[0]?.uploads[0]?.id ?? '');
  t.ok(sent[0]?.aborted);
  sent[1]?.finish(201, stored('b'));
  await settle();
  t.equal(posted.length, 0);
  uploads.submit('g', 2);
  await settle();
  t.match(posted[0]?.body.stories, [{ title: 'b', status: 2, type: 1 }]);
});

t.test('a failed file can be sent again; one that cannot be a story says why', async (t) => {
  uploads.add(group, [picture('a.png'), new File(['x'], 'a.txt', { type: 'text/plain' })]);
  await settle();
  sent[0]?.finish(503, { code: 'Unavailable', message: 'A part that this needs is down.' });
  await settle();
  const [first, second] = uploads.all()[0]?.uploads ?? [];
  t.match(first, { state: 'failed', retryable: true, problem: 'A part that this needs is down.' });
  t.match(second, { state: 'failed', retryable: false });
  uploads.retry(first?.id ?? '');
  await settle();
  t.equal(sent.length, 2);
});

t.test('a file for which the quota has no room says so and can be sent again later', async (t) => {
  uploads.add(group, [picture('a.png')]);
  await settle();
  const message = 'Your account has reached its upload limit of 20 GB for today. Try again after 00:00 UTC.';
  sent[0]?.finish(409, { data: null, code: 'QuotaReached', message });
  await settle();
  t.match(uploads.all()[0]?.uploads[0], { state: 'failed', retryable: true, problem: message });
});

t.test('a refusal stands at its story, and words that change make another request', async (t) => {
  answer = {
    status: 422,
    body: { code: 'Invalid', message: 'Some', errors: [{ path: 'stories.0.outlink', message: 'No link.' }] },
  };
  uploads.add(group, [picture('a.png')]);
  await settle();
  sent[0]?.finish(201, stored('a'));
  uploads.submit('g', 1);
  await settle();
  const upload = uploads.all()[0]?.uploads[0];
  t.same(upload?.errors, { outlink: 'No link.' });
  uploads.edit(upload?.id ?? '', { outlink: '' });
  t.same(uploads.all()[0]?.uploads[0]?.errors, {});
  uploads.submit('g', 1);
  await settle();
  t.not(posted[0]?.key, posted[1]?.key);
});

t.test('a copy that is refused says at its story what is wrong with its design', async (t) => {
  const ended = { path: 'stories.1.studio.countdownData.0.ts_end', message: 'The end is over.' };
  const small = { path: 'stories.1.studio.pollData.0.size', message: 'Too small.' };
  const refused = { index: 1, code: 'ChecklistFailed', message: 'This design has 2 problems.', errors: [ended, small] };
  const bodies = [
    { status: 422, body: { code: refused.code, message: refused.message, errors: refused.errors } },
    { status: 200, body: { data: { changed: [], refused: [{ ...refused, index: 0, errors: undefined }, refused] } } },
  ];
  for (const one of bodies) {
    answer = one;
    uploads.addStored(group, readState({ group, stories: [copied('one'), copied('two')] })!.stories);
    uploads.submit('g', 1);
    await settle();
    const told = uploads.all()[0]!.uploads.map(({ errors }) => otherFaults(errors));
    t.same(told, [[], ['The end is over.']]);
    uploads.discard('g');
  }
});

t.test('a copy takes along the rules that hold anywhere, and says when there are others', async (t) => {
  const rule = (values: string[], to: string) => ({ component_id: 'poll-0001', values, to });
  const ruled = (rules: object[], next: string | null) => ({ conditions: { rules, next } });
  const elsewhere = '01980000-0000-7000-8000-000000000001';
  const stories = [
    copied('whole', ruled([rule(['A'], 'end')], 'end')),
    copied('part', ruled([rule(['A'], elsewhere), rule(['B'], 'end')], elsewhere)),
    copied('none', ruled([rule(['A'], elsewhere)], null)),
    copied('plain', { conditions: null }),
  ];
  uploads.addStored(group, readState({ group, stories })!.stories);
  t.same(
    uploads.all()[0]!.uploads.map(({ losesRules }) => losesRules),
    [false, true, true, false],
  );
  uploads.submit('g', 1);
  await settle();
  const sent = posted[0]!.body.stories as { studio: Studio; conditions?: StoryConditions }[];
  const ids = sent.map(({ studio }) => studio.pollData[0]!.id);
  t.notOk(ids.includes('poll-0001'), 'components have ids of their own');
  t.same(
    sent.map(({ conditions }) => conditions),
    [
      { rules: [{ component_id: ids[0], values: ['A'], to: 'end' }], next: 'end' },
      { rules: [{ component_id: ids[1], values: ['B'], to: 'end' }], next: null },
      undefined,
      undefined,
    ],
  );
});

t.test('without an answer the same request is sent again', async (t) => {
  answer = { status: 503, body: { code: 'Unavailable', message: 'Down.' } };
  uploads.add(group, [picture('a.png')]);
  await settle();
  sent[0]?.finish(201, stored('a'));
  await settle();
  uploads.submit('g', 1);
  await settle();
  uploads.submit('g', 1);
  await settle();
  t.equal(posted.length, 2);
  t.equal(posted[0]?.key, posted[1]?.key);
});

t.test('stories whose media are there already are added with the files, but for those left out', async (t) => {
  const ready = (id: string, more = {}) => ({
    id,
    title: id,
    button_text: 'Go',
    outlink: '',
    studio: null,
    conditions: null,
    losesRules: false,
    deep_link: 'shop://1',
    stored: { file: `/media/${id}`, mime_type: 'image/png', width: 1, height: 1, duration_ms: null, bytes: 1 },
    ...more,
  });
  uploads.addStored(group, [ready('one'), ready('two')]);
  uploads.addStored(group, [ready('two'), ready('three')]);
  t.same(states(), ['done', 'done', 'done'], 'none stands there twice');
  uploads.add(group, [picture('late.png')]);
  uploads.choose(['g/two'], false);
  uploads.submit('g', 2, 'All are in');
  await settle();
  t.equal(posted.length, 0, 'the file is awaited');
  const told: (string | null)[] = [];
  const stop = uploads.onNews((news) => void told.push(news.text));
  sent[0]!.finish(201, stored('late.png'));
  await settle();
  stop();
  t.same(
    posted[0]?.body.stories.map((story) => [story.title, story.deep_link]),
    [
      ['one', 'shop://1'],
      ['three', 'shop://1'],
      ['late', undefined],
    ],
  );
  t.same(told, ['All are in']);
  t.same(states(), ['done'], 'what was left out stays');
  uploads.choose(['g/two'], true);
  await settle();
  t.equal(posted.length, 1, 'and is added only when that is asked for');
});

t.test('a cropped picture is sent in place of the one before, also while that is on its way', async (t) => {
  const part = { x: 20, y: 0, width: 30, height: 100 };
  const whole = picture('wide.png');
  uploads.add(group, [whole]);
  await settle();
  const id = uploads.all()[0]!.uploads[0]!.id;
  uploads.crop(id, picture('part.png'), { whole, part });
  await settle();
  t.ok(sent[0]?.aborted);
  t.same(states(), ['sending']);
  sent[0]?.finish(201, stored('wide'));
  await settle();
  t.same(states(), ['sending'], 'what the picture before answers late is not heard');
  sent[1]?.finish(201, stored('part'));
  await settle();
  uploads.submit('g', 1);
  await settle();
  t.same(
    posted[0]?.body.stories.map(({ title, media }) => [title, media]),
    [['wide', '/media/part']],
  );
});

t.test('while stories are being added nothing about them is changed', async (t) => {
  let arrive = () => {};
  answered = new Promise((done) => {
    arrive = done;
  });
  t.teardown(arrive);
  uploads.add(group, [picture('a.png'), picture('b.png')]);
  await settle();
  for (const one of sent) one.finish(201, stored('a'));
  await settle();
  uploads.submit('g', 1);
  const before = uploads.all();
  t.equal(before[0]?.adding, true);
  const [first, second] = before[0]!.uploads;
  uploads.cancel(first!.id);
  uploads.edit(first!.id, { title: 'Other' });
  uploads.choose([second!.id], false);
  uploads.discard('g');
  t.same(uploads.all(), before);
  arrive();
  await settle();
  t.same(uploads.all(), [], 'then they are stories');
});

t.test('what has arrived is lost with the tab until it is a story, and with it its words', async (t) => {
  const first = () => uploads.all()[0]!.uploads[0]!;
  uploads.add(group, [new File(['x'], 'a.txt', { type: 'text/plain' })]);
  t.same([hasUploads(), asksBeforeLeaving(), isWorkedOn(first())], [false, false, false]);
  uploads.discard('g');
  uploads.add(group, [picture('a.png')]);
  await settle();
  t.same([hasUploads(), asksBeforeLeaving(), isWorkedOn(first())], [true, true, false]);
  uploads.edit(first().id, { outlink: 'https://a.b' });
  t.equal(isWorkedOn(first()), true, 'it was given words');
  uploads.edit(first().id, { outlink: '' });
  sent[0]?.finish(201, stored('a'));
  await settle();
  t.same([hasUploads(), asksBeforeLeaving(), isWorkedOn(first())], [true, true, true]);
  uploads.submit('g', 1);
  await settle();
  t.same([hasUploads(), asksBeforeLeaving()], [false, false]);
});
