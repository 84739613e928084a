import t from 'tap';
import { say } from '#kernel/platform/say.ts';
import { readExamples, streamOf } from '#ops/testing/examples.ts';
import { changesOf, sentenceOf, subjectOf } from './audit/describe.ts';
import type { Recorded } from './event.ts';
import { eventSchemas, type StoryrailEvent } from './events.ts';
import { exampleId, exampleIds, examplesOf, exampleTime } from './examples.ts';
import { type NounName, nouns } from './nouns.ts';
import { evolveStream, initialState } from './stream.ts';
import type { subscriptionEvents } from './subscription/events.ts';
import { subscriptionExamples } from './subscription/examples.ts';
import { toEpochMs } from './time.ts';

const recorded = (event: StoryrailEvent, stream: string, version: number): Recorded<StoryrailEvent> => ({
  ...event,
  meta: {
    event_id: exampleId(1000 + version),
    stream,
    version,
    account_id: exampleIds.account,
    actor: { type: 'user', id: exampleIds.owner },
    on_behalf_of: null,
    correlation_id: exampleId(1000),
    request_id: null,
    cause: null,
    ts: toEpochMs(exampleTime),
  },
});

for (const noun of Object.keys(nouns) as NounName[])
  t.test(`the example events of ${noun}`, async (t) => {
    const examples = await readExamples(noun);
    const stream = streamOf(noun, exampleIds.account);

    t.test('there is one for every type of event', async (t) => {
      const types = new Set(Object.values(examples).map(({ type }) => type as string));
      t.same([...types].sort(), Object.keys(nouns[noun].events).sort());
    });

    t.test('each is what the log would hold of it, also after JSON', async (t) => {
      for (const [name, { type, data }] of Object.entries(examples)) {
        t.same(JSON.parse(JSON.stringify(data)), data, name);
        t.same(eventSchemas[type].parse(data), data, name);
      }
    });

    t.test('folded one after the other, each has a sentence, a subject and changes for the audit', async (t) => {
      let state = initialState(stream);
      for (const [index, [name, event]] of Object.entries(examples).entries()) {
        const given = recorded(event, stream, index + 1);
        const before = structuredClone(state);
        const after = evolveStream(state, given);
        t.same(state, before, `${name} leaves the state before it as it was`);
        t.same(JSON.parse(JSON.stringify(after)), after, `${name}: the state survives JSON`);
        const sentence = sentenceOf(given, state, after, say);
        t.match(sentence, /^[a-z].{5,}/, name);
        t.notMatch(sentence, /undefined|null|NaN|\[object|“”/, name);
        const subject = subjectOf(given, state, after, say);
        t.ok((nouns[noun].audit.subjectTypes as readonly string[]).includes(subject.type), `${name}: ${subject.type}`);
        t.ok(subject.id, name);
        const changes = changesOf(given, state, after, say);
        t.same(JSON.parse(JSON.stringify(changes)), changes, name);
        for (const { field, from, to } of changes) t.notSame(from, to, `${name}: ${field}`);
        state = after;
      }
    });
  });

t.test('a type of event without an example does not compile', async (t) => {
  const { growthStarted } = subscriptionExamples;
  // @ts-expect-error PlanUpgraded is missing.
  t.ok(examplesOf<typeof subscriptionEvents>()({ growthStarted }));
});
