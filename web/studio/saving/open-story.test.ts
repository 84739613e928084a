import t, { type Test } from 'tap';
import type { DraftAnswer, DraftContent, MovedDraft } from '#contracts/studio/draft-content.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { ApiError } from '../../dashboard/api/error.ts';
import { draftsKeptOn, type KeptDraft, type KeptDrafts } from './kept-drafts.ts';
import { openStory } from './open-story.ts';
import type { LostPlace } from './send-draft.ts';

const content: DraftContent = {
  title: 'Coats',
  type: 1,
  media: '/media/coat.png',
  thumbnail: null,
  studio: exampleDesign(['text', 'comp-0001']),
  conditions: null,
  ignored: [],
};
const draft = { story_id: 'story', rev: 4, ts_updated: 100, user_id: 'nora', content };
const answer = { draft, published: null, version: null, outdated: false, checks: [] } as unknown as DraftAnswer;

/** The same in another order of its fields, as a database gives them back. */
const turned = <Of>(value: Of): Of => {
  if (Array.isArray(value)) return value.map(turned) as Of;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, turned(field)]),
  ) as Of;
};

/** A device with windows, of which some are over. */
const makeDevice = () => {
  const shelf = new Map<string, unknown>();
  const over = new Set<string>();
  const windowOf = (id: string) =>
    draftsKeptOn(
      {
        keys: async () => [...shelf.keys()],
        get: async (keys) => keys.map((key) => shelf.get(key)),
        set: async (key, value) => shelf.set(key, value),
        delete: async (keys) => keys.map((key) => shelf.delete(key)),
      },
      { id, isOver: async (other) => over.has(other) },
    );
  const keyOf = (id: string) => [...shelf.keys()].filter((key) => key.includes(`.draft.story.${id}.`));
  return { shelf, over, windowOf, keyOf };
};
const never = { history: null, onLost() {}, onGone() {} };
const left = (kept: KeptDraft | null) => (kept ? [{ ...kept, key: 'nora.draft.story' }] : []);

t.test('of an earlier visit what the server does not have is offered, and nothing else', async (t) => {
  const offered = (kept: DraftContent) => {
    const unsaved = { content: { ...kept, studio: kept.studio! }, rev: 3, at: 1000 };
    const device = { kept: makeDevice().windowOf('a'), left: left(unsaved) };
    return openStory({ storyId: 'story', person: 'nora', answer, ...device, ...never }).unsaved;
  };
  t.notSame(Object.keys(turned(content)), Object.keys(content));
  t.equal(offered(turned(content)), null, 'it came to the server as its page was left');
  t.equal(offered({ ...content, title: 'Winter coats' })?.content.title, 'Winter coats');
  const drawn = exampleDesign(['text', 'comp-0001'], ['rating', 'comp-0002']);
  t.same(offered({ ...content, studio: drawn })?.content.studio, drawn);
});

/** A story that is open in a page of its own; each save is answered by the next of the answers. */
const opened = (
  t: Test,
  answers: (number | ApiError)[],
  unsaved: KeptDraft | null = null,
  kept: KeptDrafts = makeDevice().windowOf('a'),
) => {
  Object.assign(globalThis, { window: globalThis });
  t.teardown(() => Reflect.deleteProperty(globalThis, 'window'));
  const sent: [title: string, rev: number][] = [];
  const lost: LostPlace[] = [];
  const gone: string[] = [];
  const story = openStory({
    storyId: 'story',
    person: 'nora',
    answer,
    kept,
    left: left(unsaved),
    history: null,
    onLost: (place) => lost.push(place),
    onGone: (names) => gone.push(...names),
    save: async (_, { title }, rev) => {
      sent.push([title, rev]);
      const next = answers.shift();
      if (typeof next !== 'number') throw next;
      return { rev: next, ts_updated: 200 };
    },
  });
  return { ...story, sent, lost, gone, call: (title: string) => story.editor.change((one) => ({ ...one, title })) };
};
const unheard = () => new ApiError(0, 'Offline', '');
const moved = (draft: MovedDraft) => new ApiError(412, 'VersionConflict', '', [], undefined, draft);

t.test('a save whose answer was lost is not taken for the change of another', async (t) => {
  const mine = { ...content, title: 'Boots' };
  const s = opened(t, [unheard(), unheard(), moved({ rev: 5, content: turned(mine), user_id: 'nora' }), 6]);
  for (const title of ['Boots', 'Winter boots', 'Warm boots']) {
    s.call(title);
    await s.saver.flush();
  }
  t.same(s.sent.slice(2), [
    ['Warm boots', 4],
    ['Warm boots', 5],
  ]);
  t.same([s.saver.rev, s.saver.isSaved, s.lost], [6, true, []]);

  const others = { rev: 5, content: { ...content, title: 'Sandals' }, user_id: 'vera' };
  const lost = opened(t, [unheard(), moved(others)]);
  lost.call('Boots');
  for (let tries = 0; tries < 2; tries += 1) await lost.saver.flush();
  t.same(lost.lost, [{ why: 'moved', draft: others }]);
});

t.test('what is loaded from the server is no change that is sent to it', async (t) => {
  const s = opened(t, [1]);
  s.call('Boots');
  s.load({ ...answer, draft: null, published: { ...content, title: 'Coats, live' }, version: 7 });
  t.same([s.saver.rev, s.saver.state], [0, { at: 'saved', ts: null }]);
  await s.saver.flush();
  t.same([s.sent, s.editor.state.content.title, s.editor.state.history.done], [[], 'Coats, live', []]);
});

t.test('until it is decided about what an earlier visit left, nothing else is changed', async (t) => {
  const left = { content: { ...content, studio: content.studio!, title: 'Boots' }, rev: 3, at: 1000 };
  for (const [restores, title] of [
    [true, 'Boots'],
    [false, 'Coats'],
  ] as const) {
    const s = opened(t, [5, 6], left);
    s.call('Sandals');
    t.equal(s.editor.state.content.title, 'Coats');
    s.decide(restores);
    t.equal(s.editor.state.content.title, title);
    s.call('Sandals');
    await s.saver.flush();
    t.same(s.sent, [['Sandals', 4]]);
  }
});

t.test('what shows a file that is gone is left out by name, and the rest is saved', async (t) => {
  const refused = (...paths: string[]) =>
    new ApiError(
      422,
      'UnknownMedia',
      '',
      paths.map((path) => ({ path, message: 'Upload it first.' })),
    );
  const s = opened(t, [refused('content.media', 'content.studio.imageData.1.media'), 5, 6]);
  const drawn = exampleDesign(
    ['image', 'comp-0002', { media: '/media/a.png' }],
    ['image', 'comp-0003', { media: '/media/b.png' }],
  );
  s.editor.change((now) => ({ ...now, studio: drawn, title: 'Boots' }));
  await s.saver.flush();
  await s.saver.flush();
  const { content } = s.editor.state;
  t.same(
    [content.title, content.media, content.studio.imageData.map(({ media }) => media)],
    ['Boots', null, ['/media/a.png']],
  );
  t.same([s.gone.length, s.gone[0], s.saver.isSaved], [2, 'Background', true]);

  const none = opened(t, [refused('content.title')]);
  none.call('Boots');
  await none.saver.flush();
  t.same(none.saver.state, { at: 'refused', reason: 'Upload it first.' });
});

t.test('no window takes from another one what it could not save', async (t) => {
  const device = makeDevice();
  const [a, b] = ['a', 'b'].map(device.windowOf);
  const lost = opened(t, [moved({ rev: 5, content, user_id: 'nora' })], null, a);
  const other = opened(t, [5, 6], null, b);
  lost.call('Boots, from a');
  await lost.saver.flush();
  other.call('Sandals');
  other.saver.keepNow();
  await other.saver.flush();
  t.same([lost.saver.isAtRisk, device.keyOf('a').length, device.keyOf('b')], [false, 1, []]);

  t.same(await b!.find('nora', 'story'), [], 'it is open elsewhere');
  device.over.add('a');
  const [found] = await b!.find('nora', 'story');
  const again = opened(t, [7], found, b);
  t.equal(again.unsaved?.content.title, 'Boots, from a', 'its window is gone');
});

t.test('what several windows left is offered one by one, and lies there until it is decided', async (t) => {
  const device = makeDevice();
  const kept = device.windowOf('c');
  const leave = (key: string, title: string, daysAgo: number) =>
    device.shelf.set(key, {
      content: { ...content, studio: content.studio!, title },
      rev: 4,
      at: Date.now() - daysAgo * 86_400_000,
    });
  leave('nora.draft.story', 'Of the one key that all windows shared', 3);
  leave('nora.draft.story.a.1', 'Newest', 1);
  leave('nora.draft.story.b.1', 'Before it', 2);
  leave('nora.draft.story.a.2', 'Coats', 2);
  leave('nora.draft.story.a.3', 'Too old', 91);
  leave('nora.draft.story2.a.1', 'Another story', 1);
  leave('vera.draft.story.a.1', "Another's", 1);
  for (const window of ['a', 'b']) device.over.add(window);
  const open = async () =>
    openStory({
      storyId: 'story',
      person: 'nora',
      answer,
      kept,
      left: await kept.find('nora', 'story'),
      save: async () => ({ rev: 5, ts_updated: 200 }),
      ...never,
    });
  Object.assign(globalThis, { window: globalThis });
  t.teardown(() => Reflect.deleteProperty(globalThis, 'window'));
  const first = await open();
  t.equal(first.unsaved?.content.title, 'Newest');
  first.decide(false);
  t.same([first.unsaved?.content.title, first.editor.state.readOnly], ['Before it', true]);
  first.decide(true);
  t.same([first.unsaved, first.editor.state.readOnly], [null, false]);
  t.ok(device.shelf.has('nora.draft.story.b.1'), 'nothing else has it yet');
  await first.saver.flush();
  await first.end();
  t.same([...device.shelf.keys()].filter((key) => key.includes('.draft.')).sort(), [
    'nora.draft.story',
    'nora.draft.story2.a.1',
    'vera.draft.story.a.1',
  ]);
  t.equal((await open()).unsaved?.content.title, 'Of the one key that all windows shared');
});
