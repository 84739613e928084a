import fc from 'fast-check';
import t from 'tap';
import { sdkEventTypes } from '#contracts/sdk/protocol.ts';
import { serializePayload, type TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { testEnvelope } from '#ops/testing/seen-batch.ts';
import type { CountedPayload } from './counter.ts';
import { parsePayloadFast } from './fast-payload.ts';
import { parsePayload } from './payload.ts';

const now = 1_790_000_000_000;
const uuid = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
);
const plain = fc.stringMatching(/^[ !#-[\]-~]{0,20}$/);
const sentText = fc.oneof(plain, fc.string({ maxLength: 20 }), fc.constantFrom('"', '\\', 'ö', '}]', ',"events":['));
const time = fc.oneof(
  fc.integer({ min: 0, max: now }),
  fc.double({ min: 0, max: now, noNaN: true }),
  fc.constantFrom(0, 9_007_199_254_740_991, 999_999_999_999_999, 1e21, 1e-7),
);
/** An event as a sender may write it: its members in any order, most of them left out now and then. */
const event = fc
  .record(
    {
      id: uuid,
      type: fc.constantFrom(...sdkEventTypes),
      at: time,
      group_id: uuid,
      story_id: uuid,
      component_id: sentText,
      watch_ms: time,
      value: fc.oneof(sentText, time, fc.integer(), fc.boolean()),
      position: fc.nat(100_000),
      mode: fc.constantFrom('auto', 'manual'),
    },
    { requiredKeys: ['id', 'type', 'at'] },
  )
  .chain((sent) =>
    fc
      .shuffledSubarray(Object.keys(sent), { minLength: Object.keys(sent).length })
      .map((names) => Object.fromEntries(names.map((name) => [name, sent[name as 'id']]))),
  );

const envelope = (given: Partial<TelemetryEnvelope>) => testEnvelope({ received_at: now, ...given });
const envelopes = fc
  .record({
    offset: fc.oneof(fc.constant(0), fc.integer({ min: -now, max: now }), fc.double({ min: -5, max: 5, noNaN: true })),
    sdk_version: sentText,
    crowded: fc.constantFrom(undefined, true),
    corrections: fc.dictionary(
      fc.nat(5).map(String),
      fc.record({ group_id: uuid, watch_ms: fc.nat(1000) }, { requiredKeys: [] }),
    ),
  })
  .map((given) => envelope(given as Partial<TelemetryEnvelope>));

/** What is counted of a payload, without what is not. */
const counted = (payload: CountedPayload | null) =>
  payload && {
    ...payload,
    events: payload.events.map(({ type, at, group_id, story_id, component_id, watch_ms, value }) => ({
      type,
      at,
      group_id,
      story_id,
      component_id,
      watch_ms,
      value,
    })),
  };

t.test('a payload is read from its bytes as JSON.parse reads it, or not at all', async (t) => {
  let quick = 0;
  fc.assert(
    fc.property(envelopes, fc.array(event, { maxLength: 6 }), fc.constantFrom(undefined, 1), (head, events, blanks) => {
      const payload = serializePayload(head, JSON.stringify(events, null, blanks));
      const read = parsePayloadFast(payload);
      if (!read) return;
      quick += 1;
      const parsed = counted(parsePayload({ payload }));
      if (JSON.stringify(counted(read)) !== JSON.stringify(parsed)) throw new Error(payload);
    }),
    { numRuns: 2000 },
  );
  t.ok(quick > 300, `${quick} of 2000 were read from their bytes`);
});

t.test('what an SDK writes is read from its bytes: every member, in every order, ids in capitals', async (t) => {
  const id = '0190A0B0-0000-7000-8000-00000000000A';
  const events = `[{"id":"${id}","type":"poll_selected","at":5,"group_id":"${id}","story_id":"${id}","component_id":"a b","value":"yes"},{"mode":"manual","position":7,"watch_ms":12.6,"story_id":"${id}","at":1e3,"type":"story_left","id":"${id}"},{"id":"${id}","type":"rating_submitted","at":1,"value":-2.5},{"id":"${id}","type":"quiz_answered","at":1,"value":false}]`;
  const payload = serializePayload(
    envelope({ offset: 10, corrections: { 1: { group_id: id.toLowerCase() } } }),
    events,
  );
  const read = parsePayloadFast(payload);
  t.same(counted(read), counted(parsePayload({ payload })));
  t.same(
    read?.events.map((one) => [one.type, one.at, one.group_id, one.watch_ms, one.value]),
    [
      ['poll_selected', 15, id.toLowerCase(), undefined, 'yes'],
      ['story_left', 1010, id.toLowerCase(), 13, undefined],
      ['rating_submitted', 11, undefined, undefined, -2.5],
      ['quiz_answered', 11, undefined, undefined, false],
    ],
  );
  t.equal(read?.events[0]?.group_id, read?.events[1]?.story_id, 'one text for an id');
});

t.test('what is no payload is not read', async (t) => {
  const events = `[{"id":"0190a0b0-0000-7000-8000-00000000000a","type":"bar_impression","at":5}]`;
  const whole = serializePayload(envelope({}), events);
  t.ok(parsePayloadFast(whole));
  for (let length = 0; length < whole.length; length += 1)
    if (parsePayloadFast(whole.slice(0, length)))
      t.fail(`${length} of ${whole.length} characters were read as a whole`);
  for (const wrong of [
    whole.replace('"v":2', '"v":1'),
    whole.replace('bar_impression', 'bar_impressioN'),
    whole.replace('"at":5', '"at":05'),
    whole.replace('"at":5', '"at":5,'),
    whole.replace('"at":5', '"ad":5'),
    whole.replace(',"at":5', ''),
    whole.replace('"type":"bar_impression",', ''),
    `${whole} `,
    `${whole}}`,
  ])
    t.equal(parsePayloadFast(wrong), null, wrong.slice(-120));
});

t.test('more ids than are remembered are read rightly', async (t) => {
  const idOf = (number: number) => `0190a0b0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  let wrong = 0;
  for (let batch = 0; batch < 1000; batch += 1) {
    const ids = Array.from({ length: 50 }, (_, index) => idOf(batch * 50 + index));
    const events = ids.map((id) => ({ id, type: 'story_impression', at: 1, story_id: id }));
    const read = parsePayloadFast(serializePayload(envelope({}), JSON.stringify(events)));
    if (read?.events.some((one, index) => one.story_id !== ids[index])) wrong += 1;
  }
  t.equal(wrong, 0);
});
