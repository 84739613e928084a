import t, { type Test } from 'tap';
import type { DraftAnswer, DraftContent, MovedDraft } from '#contracts/studio/draft-content.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { ApiError } from '../../dashboard/api/error.ts';
import { type OpenParts, openStory } from './open-story.ts';
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

t.test('of an earlier visit what the server does not have is offered, and nothing else', async (t) => {
  const offered = (kept: DraftContent) => {
    const unsaved = { content: { ...kept, studio: kept.studio! }, rev: 3, at: 1000 };
    return openStory({ storyId: 'story', person: 'nora', answer, unsaved, history: null, onLost() {}, onGone() {} })
      .unsaved;
  };
  t.notSame(Object.keys(turned(content)), Object.keys(content));
  t.equal(offered(turned(content)), null, 'it came to the server as its page was left');
  t.equal(offered({ ...content, title: 'Winter coats' })?.content.title, 'Winter coats');
  const drawn = exampleDesign(['text', 'comp-0001'], ['rating', 'comp-0002']);
  t.same(offered({ ...content, studio: drawn })?.content.studio, drawn);
});

/** A story that is open in a page of its own; each save is answered by the next of the answers. */
const opened = (t: Test, answers: (number | ApiError)[], unsaved: OpenParts['unsaved'] = null) => {
  Object.assign(globalThis, { window: globalThis });
  t.teardown(() => Reflect.deleteProperty(globalThis, 'window'));
  const sent: [title: string, rev: number][] = [];
  const lost: LostPlace[] = [];
  const gone: string[] = [];
  const story = openStory({
    storyId: 'story',
    person: 'nora',
    answer,
    unsaved,
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
