import t from 'tap';
import { hashPassword, passwordFits } from './passwords.ts';

/** The shortest time of each work, milliseconds, in turns until `enough` of them are alike, 40 at most. */
const fastest = async (
  works: readonly [() => Promise<unknown>, () => Promise<unknown>],
  enough: (times: readonly [number, number]) => boolean,
): Promise<[number, number]> => {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 40 && (turn < 5 || !enough(best)); turn += 1)
    for (const [which, work] of works.entries()) {
      const start = performance.now();
      await work();
      best[which] = Math.min(best[which]!, performance.now() - start);
    }
  return best;
};

t.test('passwords are kept as argon2id with 19 MiB and 2 passes, salted', async (t) => {
  const stored = await hashPassword('correct horse');
  t.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.not(stored, await hashPassword('correct horse'));
  t.equal(await passwordFits(stored, 'correct horse'), true);
  t.equal(await passwordFits(stored, 'wrong horse'), false);
});

t.test('without a stored hash nothing fits, and it takes as long', async (t) => {
  const stored = await hashPassword('correct horse');
  t.equal(await passwordFits(null, 'correct horse'), false);
  const alike = ([known, unknown]: readonly [number, number]) => unknown > known / 2 && unknown < known * 2;
  const times = await fastest(
    [() => passwordFits(stored, 'wrong horse'), () => passwordFits(null, 'wrong horse')],
    alike,
  );
  t.ok(alike(times), `${times[0]} ms and ${times[1]} ms`);
});

t.test('a crowd is served in turn, and what is too much is refused for the moment', async (t) => {
  const stored = await hashPassword('correct horse');
  const crowd = await Promise.allSettled(Array.from({ length: 220 }, () => passwordFits(stored, 'correct horse')));
  const refused = crowd.filter((one) => one.status === 'rejected');
  t.equal(refused.length, 17, '3 run and 200 wait');
  t.ok(refused.every((one) => one.reason.code === 'Unavailable'));
  t.equal(await passwordFits(stored, 'correct horse'), true, 'afterwards it goes on');
});
