import t from 'tap';
import '#kernel/platform/say.ts';
import { afterMessage, nobodyElse, othersChoices } from './studio-stream.ts';

const person = (user_id: string, story_id: string | null, component_id: string | null) => ({
  user_id,
  name: user_id === 'nameless' ? '' : user_id,
  story_id,
  component_id,
});

t.test('what others have chosen is known by the story that is open', async (t) => {
  const others = afterMessage(nobodyElse, [
    'present',
    [
      person('nora', 'one', 'poll-0001'),
      person('mei', 'one', 'text-0001'),
      person('paulo', 'two', 'quiz-0001'),
      person('nameless', 'one', 'text-0002'),
      person('ida', 'one', null),
    ],
  ]);
  t.same(othersChoices(others, 'nora', 'one'), [
    { user_id: 'mei', name: 'mei', componentId: 'text-0001' },
    { user_id: 'nameless', name: 'Someone', componentId: 'text-0002' },
  ]);
  t.same(othersChoices(afterMessage(others, ['present', []]), 'nora', 'one'), [], 'who left has chosen nothing');
});
