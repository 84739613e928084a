import t from 'tap';
import { editAndUndo } from '#ops/testing/edits.ts';

t.test('edits that are undone and redone give the same bytes, and all of them pass the schema', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.comment(`SEED=${seed}`);
  const steps = editAndUndo(300, seed);
  t.ok(steps > 300, `${steps} steps`);
});
