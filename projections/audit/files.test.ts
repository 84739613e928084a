import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';

t.test('of the files that an account asks for at once one page at a time is read', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  await seedScene(h, nora);
  await h.caughtUp();
  const { pool } = h.kernel.db;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let [reading, most, pages] = [0, 0, 0];
  pool.query = (async (...given: unknown[]) => {
    const asked = String(given[0]);
    // How many rows a file will have is counted before its turn.
    if (!asked.includes('from audit_row where') || asked.includes('count(')) return query(...given);
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
  // Each export is itself an act, so later files hold the earlier ones.
  const besideExports = (body: string) => body.split('\r\n').filter((line) => !line.includes(',DataExported,'));
  for (const file of files) t.same(besideExports(file.body), besideExports(files[0]!.body));
  t.ok(pages >= 8);
  t.equal(most, 1);
});
