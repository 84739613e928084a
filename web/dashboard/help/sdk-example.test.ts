import t from 'tap';
import { sdkBatch, sdkEvent } from '#contracts/sdk/protocol.ts';
import { resultsAnswer } from '#contracts/sdk/results.ts';
import { answersTo } from '#contracts/studio/answers.ts';
import { storyConditions } from '#contracts/studio/conditions.ts';
import { leadsOn, nextPlace } from '#contracts/studio/flow.ts';
import { studio } from '#contracts/studio/studio.ts';
import { exampleDesigned, exampleEvents, exampleResults } from './sdk-example.ts';

t.test('the example for SDKs is what is delivered, sent and answered', async (t) => {
  t.same(studio.parse(exampleDesigned.studio), exampleDesigned.studio, 'every field is there');
  t.same(storyConditions.parse(exampleDesigned.conditions), exampleDesigned.conditions);
  for (const event of exampleEvents) t.same(sdkEvent.parse(event), event);
  t.ok(
    sdkBatch.safeParse({
      batch_id: exampleEvents[0].id,
      sent_at: exampleEvents[3].at,
      platform: 'ios',
      sdk_version: '1.0.0',
      consent: false,
      events: exampleEvents,
    }).success,
  );
  t.same(resultsAnswer.parse(exampleResults), exampleResults);
  const [poll] = exampleDesigned.studio.pollData;
  const { total, values } = exampleResults.data.components['which-coat'];
  t.same(Object.keys(values), answersTo({ kind: 'poll', options: poll.options }));
  t.equal(values.A + values.B, total);
  const way = storyConditions.parse(exampleDesigned.conditions);
  const stories = [{ id: exampleDesigned.id, conditions: way }, { id: 'skipped' }, { id: way.rules[0]!.to }];
  t.equal(
    nextPlace(stories, 0, () => exampleEvents[2].value),
    2,
    'the chosen option leads over a story',
  );
  t.ok(leadsOn(stories[0]!, poll.id, exampleEvents[2].value));
});
