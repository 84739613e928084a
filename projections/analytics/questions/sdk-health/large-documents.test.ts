import { randomBytes } from 'node:crypto';
import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { createLargeDocumentMonitor } from './large-documents.ts';

t.test('instances whose stories are too large to load well are named by SDK health, and counted', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const large = await seedScene(h, nora, { title: 'Large' });
  const other = await seedScene(h, nora, { title: 'Many, but alike' });
  await h.caughtUp();
  // Hexadecimal digits of chance pack to half of them, a letter alone to nearly nothing.
  const put = ({ instance_id }: typeof large, text: string) =>
    h.asOwner('update delivery_instance set document = $2 where instance_id = $1', [
      instance_id,
      JSON.stringify({ text }),
    ]);
  await put(other, 'x'.repeat(6_000_000));
  await put(large, randomBytes(1_500_000).toString('hex'));
  const named = async ({ app_id }: typeof large) =>
    (await h.inject('GET', '/api/app/sdk_health', { as: nora, query: { app_id } })).json().data.document_large;
  t.same(await named(large), [], 'two thirds of the bound');
  await put(large, randomBytes(2_150_000).toString('hex'));
  t.match(await named(large), [{ instance_id: large.instance_id, bytes: /^2[1-6]\d{5}$/ }]);
  t.same(await named(other), []);
  const told: unknown[] = [];
  const log = { ...h.kernel.log, warn: (what: unknown) => void told.push(what) } as typeof h.kernel.log;
  const count = async (mine: number[]) => {
    await createLargeDocumentMonitor({ ...h.kernel, log })(mine);
    return (await h.kernel.metrics.largeDocuments.get()).values[0]!.value;
  };
  t.equal(await count([0, 1]), 1);
  t.match(told, [{ instance_id: large.instance_id, app_id: large.app_id }]);
  t.equal(await count([1]), 0, 'whoever has the first lane says it');
});
