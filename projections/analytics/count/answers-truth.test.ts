import t from 'tap';
import { proveAnswers } from '#ops/testing/answers-truth.ts';
import { startHarness } from '#ops/testing/harness.ts';

const noon = Date.UTC(2026, 9, 14, 12);

t.setTimeout(200_000);

t.test('of the answers to components the first of each viewer counts, in the inbox', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const seed = Number(process.env.SEED ?? Date.now() % 100_000);
  t.comment(`SEED=${seed}`);
  await proveAnswers(t, h, { events: 25_000, seed });
});
