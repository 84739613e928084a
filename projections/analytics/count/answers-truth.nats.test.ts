import t from 'tap';
import { proveAnswers } from '#ops/testing/answers-truth.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { startTestNats } from '#ops/testing/nats.ts';

const noon = Date.UTC(2026, 9, 14, 12);

t.setTimeout(200_000);

t.test(
  'of the answers to components the first of each viewer counts, in the stream',
  { timeout: 180_000 },
  async (t) => {
    const nats = await startTestNats(t, 1);
    const h = await startHarness(t, { parts: false, now: () => noon, settings: { NATS_URL: nats.url } });
    const seed = Number(process.env.SEED ?? Date.now() % 100_000);
    t.comment(`SEED=${seed}`);
    await proveAnswers(t, h, { events: 25_000, seed });
  },
);
