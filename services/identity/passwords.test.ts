import t from 'tap';
import { hashPassword, passwordFits } from './passwords.ts';

const fastest = async (work: () => Promise<unknown>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5; tries += 1) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
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
  const known = await fastest(() => passwordFits(stored, 'wrong horse'));
  const unknown = await fastest(() => passwordFits(null, 'wrong horse'));
  t.ok(unknown > known / 2 && unknown < known * 2, `${unknown} ms and ${known} ms`);
});

t.test('a crowd is served in turn, and what is too much is refused for the moment', async (t) => {
  const stored = await hashPassword('correct horse');
  const crowd = await Promise.allSettled(Array.from({ length: 220 }, () => passwordFits(stored, 'correct horse')));
  const refused = crowd.filter((one) => one.status === 'rejected');
  t.equal(refused.length, 17, '3 run and 200 wait');
  t.ok(refused.every((one) => one.reason.code === 'Unavailable'));
  t.equal(await passwordFits(stored, 'correct horse'), true, 'afterwards it goes on');
});
