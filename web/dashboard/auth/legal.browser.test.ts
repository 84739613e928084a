import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';

const terms = `1. What this is

Storyrail shows stories.
<b>Nothing</b> here is markup.

2. The end`;

t.test(
  'terms and privacy are pages where the installation has their files, and words without a link where not',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'storyrail-legal-'));
    t.teardown(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'terms.txt'), terms);
    const w = await startDashboard(t, { settings: { TERMS_FILE: join(folder, 'terms.txt') } });
    const context = await w.windowOf(await w.person(), { bypassCSP: true });
    t.teardown(() => context.close());
    // A window that opens is blank at first, and has no store.
    await context.addInitScript(() => location.protocol === 'http:' && localStorage.clear());
    const faults = collectPageErrors(context);
    const page = await context.newPage();

    await page.goto(`${w.base}/login`);
    const foot = page.getByRole('contentinfo');
    await foot.waitFor();
    t.same(await foot.getByRole('link').allInnerTexts(), ['Terms']);
    const opened = context.waitForEvent('page');
    await foot.getByRole('link', { name: 'Terms' }).click();
    const shown = await opened;
    await shown.getByRole('heading', { name: 'Terms of service' }).waitFor();
    await shown.getByText('2. The end').waitFor();
    t.same(await shown.locator('main p').allInnerTexts(), [
      '1. What this is',
      'Storyrail shows stories.\n<b>Nothing</b> here is markup.',
      '2. The end',
    ]);
    await shown.goto(`${w.base}/privacy`);
    await shown.getByText("This page doesn't exist yet.").waitFor();

    await page.goto(`${w.base}/register`);
    await page.getByLabel('Full name').fill('Nora Ek');
    const consent = page.locator('label').filter({ has: page.getByRole('checkbox') });
    t.match(await consent.innerText(), /terms and privacy policy/);
    t.same(await consent.getByRole('link').allInnerTexts(), ['terms'], 'what is not there is no link');
    await consent.getByRole('link').click();
    t.equal(await page.getByLabel('Full name').inputValue(), 'Nora Ek', 'nothing typed is lost on the way there');
    t.notOk(await page.getByRole('checkbox').isChecked(), 'reading is not agreeing');
    for (const path of ['/register', '/terms']) {
      await page.goto(w.base + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await looks(t, page, path.slice(1));
    }
    t.same(faults, []);
  },
);
