import t from 'tap';
import type { Db } from '../db/pool.ts';
import { createLog } from '../platform/log.ts';
import { openViewerNames } from './viewer-names.ts';

t.test('that a name is kept is remembered for minutes, also when nobody else answers', async (t) => {
  const { now } = performance;
  let passed = 0;
  performance.now = () => now.call(performance) + passed;
  t.teardown(() => {
    performance.now = now;
  });
  let written = 0;
  const query = async () => {
    written += 1;
  };
  const names = openViewerNames({ pool: { query } } as unknown as Pick<Db, 'pool'>, createLog('silent'));
  const named = { account_id: 'a', viewer: Buffer.alloc(16, 1).toString('base64url'), viewer_id: 'nora' };
  const answer = async (minutes: number) => {
    passed += minutes * 60_000;
    // The moment that ages are taken by is looked up once a millisecond.
    await new Promise((done) => setTimeout(done, 5));
    await names.keep(named);
  };
  await answer(0);
  await answer(5);
  t.equal(written, 1);
  await answer(6);
  t.equal(written, 2, 'whoever was erased meanwhile has a name again');
});
