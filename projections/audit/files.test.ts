import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { plantScene } from '#ops/testing/scene.ts';

t.test('of the files that an account asks for at once one page at a time is read', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  await plantScene(h, nora);
  await h.caughtUp();
  const { pool } = h.kernel.db;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let [reading, most, pages] = [0, 0, 0];
  pool.query = (async (...given: unknown[]) => {
    if (!String(given[0]).includes('from audit_row where')) return query(...given);
    reading += 1;
    pages += 1;
    most = Math.max(most, reading);
    return query(...given).finally(() => {
      reading -= 1;
    });
  }) as typeof pool.query;
  const ask = () => h.inject('GET', '/api/audit', { as: nora, query: { format: 'csv' } });
  const files = await Promise.all(Array.from({ length: 8 }, ask)).finally(() => {
    pool.query = query as typeof pool.query;
  });
  for (const file of files) t.equal(file.body, files[0]!.body);
  t.ok(pages >= 8);
  t.equal(most, 1);
});
