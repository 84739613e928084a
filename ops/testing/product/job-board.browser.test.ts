import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { opsCookie } from '#kernel/http/ops-session.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { effectHandlers, startJobsWith } from '#kernel/jobs/runner.ts';
import { NonRetryableError } from '#kernel/platform/non-retryable-error.ts';
import { openChromium } from '../chromium.ts';
import { startHarness } from '../harness.ts';

t.test('staff open the board of jobs in a browser, find a dead letter and have it tried again', async (t) => {
  const h = await startHarness(t, { parts: false });
  let down = true;
  const part = await startJobsWith(
    h.kernel,
    {
      ...effectHandlers,
      mail: async () => {
        if (down) throw new NonRetryableError('the mail server answered 550 5.1.1');
      },
    },
    { pollMs: 5 },
  );
  t.teardown(() => part.stop());
  const staff = await h.person();
  await h.kernel.db.pool.query('update member set staff = true where id = $1', [staff.user_id]);
  const eventId = uuidv7();
  await runCommand(h.kernel, systemContext(h.kernel.now()), async (trx) => {
    await enqueueEffect(trx, eventId, 'mail', { template: 'reset_password', user_id: staff.user_id });
    return { status: 200, data: null };
  });
  const base = await h.server.listen({ port: 0, host: '127.0.0.1' });
  const browser = await openChromium(t);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(45_000);
  const [name, value] = opsCookie(h.kernel, staff).header.split(';')[0]!.split('=');
  await context.addCookies([{ name: name!, value: value!, url: `${base}/ops/` }]);
  const faults: string[] = [];
  const elsewhere: string[] = [];
  context.on('weberror', (error) => void faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  context.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });

  const page = await context.newPage();
  await page.goto(`${base}/ops/queues/queue/effects?status=failed`);
  await page.getByText('the mail server answered 550 5.1.1').first().waitFor();
  down = false;
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await h.until(async () => {
    const { rowCount } = await h.kernel.db.pool.query('select from effect_ledger where event_id = $1', [eventId]);
    return rowCount === 1;
  }, 'the effect to be done');
  await page.goto(`${base}/ops/queues/`);
  await page.getByText('effects').first().waitFor();
  t.same(faults, [], 'no fault in the page');
  t.same(elsewhere, [], 'nothing from another host');
});
