import t from 'tap';
import { killWhileDrawing } from '#ops/testing/draft-kills.ts';

t.test('what was said to be saved is there after the server was killed', { timeout: 180_000 }, async (t) => {
  const { saves, unanswered, faults } = await killWhileDrawing(t, Number(process.env.KILLS ?? 5));
  t.comment(`${saves} saves were answered, ${unanswered} done without an answer`);
  t.same(faults, []);
});
