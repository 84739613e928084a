import t from 'tap';
import { serializePayload, type TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';
import { testEnvelope } from '#ops/testing/seen-batch.ts';
import { parsePayload } from './payload.ts';

const envelope = (given: Partial<TelemetryEnvelope>) => testEnvelope({ received_at: 1_790_000_000_000, ...given });

t.test(
  'what an SDK writes is read: every member, in every order, ids in capitals, times by the server’s clock',
  async (t) => {
    const id = '0190A0B0-0000-7000-8000-00000000000A';
    const events = `[{"id":"${id}","type":"poll_selected","at":5,"group_id":"${id}","story_id":"${id}","component_id":"a b","value":"yes"},{"mode":"manual","position":7,"watch_ms":12.6,"story_id":"${id}","at":1e3,"type":"story_left","id":"${id}"},{"id":"${id}","type":"rating_submitted","at":1,"value":-2.5},{"id":"${id}","type":"quiz_answered","at":1,"value":false}]`;
    const payload = serializePayload(
      envelope({ offset: 10, corrections: { 1: { group_id: id.toLowerCase() } } }),
      events,
    );
    t.same(
      parsePayload({ payload })?.events.map((one) => [one.type, one.at, one.group_id, one.watch_ms, one.value]),
      [
        ['poll_selected', 15, id.toLowerCase(), undefined, 'yes'],
        ['story_left', 1010, id.toLowerCase(), 13, undefined],
        ['rating_submitted', 11, undefined, undefined, -2.5],
        ['quiz_answered', 11, undefined, undefined, false],
      ],
    );
  },
);

t.test('what is no payload is not read', async (t) => {
  const events = `[{"id":"0190a0b0-0000-7000-8000-00000000000a","type":"bar_impression","at":5}]`;
  const whole = serializePayload(envelope({}), events);
  t.ok(parsePayload({ payload: whole }));
  for (let length = 0; length < whole.length; length += 1)
    if (parsePayload({ payload: whole.slice(0, length) }))
      t.fail(`${length} of ${whole.length} characters were read as a whole`);
  for (const payload of [
    whole.replace('"v":2', '"v":1'),
    whole.replace('"at":5', '"at":05'),
    whole.replace('"at":5', '"at":5,'),
    whole.replace(events, '{}'),
    `${whole}}`,
  ])
    t.equal(parsePayload({ payload }), null, payload.slice(-120));
});
