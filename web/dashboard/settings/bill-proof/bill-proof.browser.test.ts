import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { proofLayout } from '#contracts/billing-proof/layout.ts';
import { collectPageErrors, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { countAll } from '#ops/testing/figures.ts';
import { looks } from '#ops/testing/looks.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { openPage, tableRows } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { plantVisits, sealBill, type ViewerVisit } from '#ops/testing/visits.ts';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const path = '/settings/payment/proof';
const { headerBytes, rowBytes } = proofLayout;

t.test('a bill is checked by the one who pays it', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const { account_id } = nora;
  const scenes = [await seedScene(w, nora), await seedScene(w, nora)];
  const begins = today - 12 * dayMs;
  const visits: ViewerVisit[] = Array.from({ length: 400 }, (_, place) => ({
    viewer: place % 90,
    app: place % 4 === 0 ? 1 : 0,
    at: begins + (place % 12) * dayMs + place * 1000,
    crowded: place % 90 > 80,
  }));
  await plantVisits(w, nora, scenes, visits);
  const ada = { viewer_id: 'ada' };
  await sendBatch(w, scenes[0]!.token, [{ type: 'bar_impression', at: today - 2 * dayMs }], ada);
  await countAll(w);
  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const page = await openPage(t, context, w.base + path);
  const section = (name: string) => page.getByRole('region', { name });
  const checks = (from: Page = page) => from.getByRole('list', { name: 'Checks of this bill' }).getByRole('listitem');
  const check = () => section('Check it in this browser').getByRole('button', { name: 'Check this bill' }).click();
  const middle = today - 6 * dayMs;

  await t.test('before the first period has ended there is nothing to check', async (t) => {
    await page.getByText('No billed period yet').waitFor();
    await looks(t, page, 'bill-proof-nothing');
  });

  const [first, second] = [
    await sealBill(w, account_id, begins / 1000, middle / 1000),
    await sealBill(w, account_id, middle / 1000, today / 1000),
  ];

  await t.test('the newest period is open, and what was signed of it is shown', async (t) => {
    await page.goto(`${w.base}/settings/payment`);
    await page.getByRole('link', { name: 'Check a bill' }).click();
    await page.waitForURL(`**${path}`);
    const rows = tableRows(page, 'Billed periods');
    await rows.last().waitFor();
    t.equal(await rows.count(), 2);
    await untilShown(page.locator('main'), new RegExp(second.statement.digest));
    const facts = section('What was signed for');
    await untilShown(facts, new RegExp(`Monthly active users\\s+${second.statement.summary.mau}`));
    await untilShown(facts, new RegExp(`In several apps: ${second.statement.summary.in_several_apps}`));
    await section('Viewers by day').getByText('As signed').waitFor();
    await section('Viewers by day')
      .getByText(/\d+ marked viewers are left out/)
      .waitFor();
    t.ok(second.statement.summary.marked > 0);
  });

  await t.test('every check of a list that nobody changed passes in the browser', async (t) => {
    await check();
    await page.getByText('This bill adds up.').waitFor();
    t.equal(await checks().count(), 6);
    for (const one of await checks().allInnerTexts()) t.match(one, /Passed$/);
    await section('Viewers by day').getByText('Counted in this browser').waitFor();
    const asTable = section('Viewers by day').getByRole('button', { name: /table/i });
    await asTable.click();
    const shown = await tableRows(page, 'Viewers by day').allInnerTexts();
    t.same(
      shown.map((row) => Number(row.split(/\s/).at(-1))),
      second.statement.summary.by_day.map(({ viewers }) => viewers),
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the list' }).click();
    const download = await saved;
    t.equal(download.suggestedFilename(), `mau-${iso(middle)}.bin`);
    t.ok((await readFile(await download.path())).equals(await readFile(w.kernel.files.path(second.file_key!))));
  });

  await t.test('a viewer is found with their days, which the list in the browser says, too', async (t) => {
    const find = async (id: string) => {
      await section('Find a viewer').getByRole('textbox', { name: 'Viewer ID' }).fill(id);
      await section('Find a viewer').getByRole('button', { name: 'Find' }).click();
    };
    await find('ada');
    await section('Find a viewer').getByText('Billed. In the list on one day:').waitFor();
    await section('Find a viewer').getByText('The list in this browser says the same.').waitFor();
    await find('nobody');
    await section('Find a viewer').getByText("This viewer isn't in the list.").waitFor();
    t.equal(await page.evaluate(() => window.location.search), '', 'the id stands in no address');
  });

  await t.test('staff who are signed in as its owner see it, without a way to take the list out', async () => {
    const ines = await w.person({ staff: true });
    const entered = await w.inject('POST', '/api/admin/user/login_as', {
      as: ines,
      body: { user_id: nora.user_id },
    });
    const theirs = await openPage(t, await w.windowOf(ines), `${w.base}/login_as?token=${entered.json().data.token}`);
    await theirs.getByRole('complementary', { name: 'Login as' }).waitFor();
    await visitInside(theirs, path);
    const part = theirs.getByRole('region', { name: 'Check it in this browser' });
    await part.getByText("You can't download or check the list while you're signed in as someone else.").waitFor();
    t.equal(await part.getByRole('button').count(), 0);
  });

  await t.test('a recount says that the log has the same viewers', async (t) => {
    await section('Recount from the log').getByRole('button', { name: 'Recount from the log' }).click();
    await page.getByText(/The log has the same viewers on every day \(\d+ batches\)\./).waitFor();
    await page.getByRole('heading', { name: "What it doesn't prove" }).waitFor();
    await looks(t, page, 'bill-proof-recounted');
  });

  await t.test('a list with one viewer less does not pass, and its day is named', async (t) => {
    const file = await readFile(w.kernel.files.path(first.file_key!));
    const bits = file.readUInt32BE(headerBytes + 16) & 0x7fffffff;
    const day = begins + (31 - Math.clz32(bits & -bits)) * dayMs;
    const body = Buffer.concat([file.subarray(0, headerBytes), file.subarray(headerBytes + rowBytes)]);
    await page.route('**/api/mau/proof/file*', (route) =>
      route.fulfill({ body, contentType: 'application/octet-stream' }),
    );
    await tableRows(page, 'Billed periods').last().getByRole('link').click();
    await page.waitForURL(`**?period=${iso(begins)}`);
    await untilShown(page.locator('main'), new RegExp(first.statement.digest));
    await check();
    await page.getByText("This bill doesn't add up.").waitFor();
    const outcomes = (await checks().allInnerTexts()).map((text) => text.split('\n').at(-1));
    t.same(outcomes, ['Passed', 'Failed', 'Passed', 'Passed', 'Failed', 'Failed']);
    const named = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric' }).format(day);
    await checks().last().getByText(`The first day that differs is ${named} `).waitFor();
    await looks(t, page, 'bill-proof-failed');
    await page.unroute('**/api/mau/proof/file*');
  });

  await t.test('a recount of a list that was changed where it is kept names the first day', async () => {
    await w.kernel.db.pool.query('update mau_proof set file_key = $1 where account_id = $2 and period_start = $3', [
      second.file_key,
      account_id,
      iso(begins),
    ]);
    await section('Recount from the log').getByRole('button', { name: 'Recount from the log' }).click();
    await page.getByText(/The log has other viewers from \d+ \w+ \d{4} on\./).waitFor();
    await w.kernel.db.pool.query('update mau_proof set file_key = null where account_id = $1', [account_id]);
  });

  await t.test('what does not load is told and read again, of a list that is gone too', async () => {
    await page.route('**/api/mau/proofs', (route) =>
      route.fulfill({ status: 500, json: { code: 'Internal', message: 'Something went wrong.', errors: [] } }),
    );
    await page.reload();
    await page.getByText("The billed periods couldn't load").waitFor();
    await page.unroute('**/api/mau/proofs');
    await page.getByRole('button', { name: 'Try again' }).click();
    await tableRows(page, 'Billed periods').first().waitFor();
    await page.getByText('This list was deleted 13 months after its period.').waitFor();
  });

  await t.test('only account owners see it', async (t) => {
    const appOwner = await w.person({ account_id, permissions: { app_owner: [scenes[0]!.app_id] } });
    const theirs = await openPage(t, await w.windowOf(appOwner), w.base + path);
    await theirs.getByText('Request access from your Account Owner').waitFor();
    await visitInside(theirs, '/settings/payment/other');
    await theirs.waitForURL('**/settings/payment');
    t.same(faults, []);
  });
});
