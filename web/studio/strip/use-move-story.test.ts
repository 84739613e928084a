import t from 'tap';
import type { RestingRule } from '#contracts/story-group/resting-rules.ts';
import { replaceGlobals } from '#ops/testing/globals.ts';
import type { GroupDetail } from '../../dashboard/group/group-queries.ts';
import { callHook } from '../../dashboard/kit/test-hook.ts';

const storage = { getItem: () => null };
replaceGlobals(t, { localStorage: storage, sessionStorage: storage });
const { storyCommands } = await import('../../dashboard/group/stories/story-commands.ts');
const { useMoveStory } = await import('./use-move-story.ts');

t.test('who moves a story is told which rules rest from then on, and nothing where none do', async (t) => {
  const stories = ['Coats', 'Boots', 'Hats'].map((title, at) => ({ id: `s${at + 1}`, title }));
  const resting: RestingRule[] = [
    { story_id: 's2', title: 'Boots', rule: 0, reason: 'earlier', message: '' },
    { story_id: 's2', title: 'Boots', rule: null, reason: 'earlier', message: '' },
  ];
  for (const [rests, said] of [
    [resting, ['Hats is now first. 2 rules of Boots lead to earlier stories and rest.']],
    [[], []],
  ] as const) {
    const sent = t.capture(storyCommands, 'sortStories', async () => ({
      data: { resting: [...rests] },
      message: null,
    }));
    const told: (string | null)[] = [];
    let move: ReturnType<typeof useMoveStory> | null = null;
    callHook(
      t,
      () => {
        move = useMoveStory({ id: 'group', stories } as unknown as GroupDetail);
      },
      { dataProvider: {}, tell: (text) => told.push(text) },
    );
    move!('s3', 's1');
    await new Promise((done) => setTimeout(done, 10));
    t.same(
      sent().map(({ args }) => args[1]),
      [['s3', 's1', 's2']],
    );
    t.same(told, said);
  }
});
