import t from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { openPage } from '#ops/testing/staff-scene.ts';

t.test('the page of the kit', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({});

  for (const colorScheme of ['light', 'dark'] as const)
    await t.test(`shows every control in ${colorScheme} colours, also to those who listen`, async (t) => {
      const context = await w.windowOf(nora, { colorScheme, bypassCSP: true });
      const faults = collectPageErrors(context);
      const page = await openPage(t, context, `${w.base}/dev/kit`);
      await page.getByRole('heading', { level: 1, name: 'Kit' }).waitFor();
      t.same(await axeViolations(page), []);
      const over = page.getByText(/^\d+ \/ 25, \d+ too many$/);
      const red = await over.evaluate((counter) => {
        const probe = Object.assign(document.createElement('i'), { style: 'color: var(--red-text)' });
        document.body.append(probe);
        const [own, meant] = [counter, probe].map((one) => getComputedStyle(one).color);
        probe.remove();
        return own === meant;
      });
      t.ok(red, 'a counter beyond its limit is red before anything is sent');
      t.equal(await page.getByRole('radio', { name: 'Active 10,009' }).count(), 1, 'counts have separators');
      await page.getByRole('button', { name: 'Submit form' }).click();
      await page.getByRole('region', { name: 'Form' }).getByText('Enter a name.').waitFor();
      const overPage = page.getByRole('region', { name: 'Overlays' });
      const opened = [
        ['Open menu', page.getByRole('menu', { name: 'Actions for Sneakers' })],
        ['Open popover', page.getByRole('dialog', { name: 'About days' })],
        ['Open dialog', page.getByRole('dialog', { name: 'Rename instance' })],
        ['Ask before deleting', page.getByRole('alertdialog', { name: 'Are you sure?' })],
        ['Open drawer', page.getByRole('dialog', { name: 'Edit story group' })],
      ] as const;
      for (const [name, surface] of opened) {
        await overPage.getByRole('button', { name }).click();
        await surface.waitFor();
        t.same(await axeViolations(page), [], name);
        await page.keyboard.press('Escape');
        await surface.waitFor({ state: 'detached' });
      }
      const messages = page.getByRole('region', { name: 'Messages' });
      t.equal(await messages.first().getAttribute('aria-live'), 'polite', 'it is there before the first message');
      for (const name of ['Show a message', 'Show an error', 'Show an undone change'])
        await overPage.getByRole('button', { name }).click();
      await messages.getByText('The change was undone.').waitFor();
      t.same(await axeViolations(page), [], 'messages');
      t.same(faults, []);
    });

  await t.test('tells a finger why something is off and what a figure is, and lets what is on act', async (t) => {
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const page = await openPage(t, await w.windowOf(nora, touch), `${w.base}/dev/kit`);
    const bubble = page.getByRole('tooltip');
    const why = "Your role doesn't allow this.";
    const elsewhere = page.getByRole('heading', { level: 1, name: 'Kit' });
    for (const [place, text] of [
      [page.getByRole('button', { name: 'Delete', exact: true }).first(), why],
      [page.getByRole('switch', { name: 'Disabled with a reason' }), why],
      [page.getByText('–', { exact: true }).last(), 'No impressions'],
      [page.getByText('1.23m', { exact: true }), '1,234,567'],
    ] as const) {
      await place.tap({ force: true });
      await bubble.waitFor();
      t.equal(await bubble.innerText(), text);
      await elsewhere.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true });
      await bubble.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Edit', exact: true }).first().tap();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    t.equal(await bubble.count(), 0, 'what can be used acts');
    await page.getByRole('button', { name: 'Open dialog' }).tap();
    await page.getByRole('dialog', { name: 'Rename instance' }).waitFor();
  });

  await t.test('has the colours that are chosen on it', async (t) => {
    const page = await openPage(t, await w.windowOf(nora), `${w.base}/dev/kit`);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  });

  await t.test('is nowhere but on this machine', async (t) => {
    t.equal((await fetch(`${w.base}/dev/kit`)).status, 200);
    const through = await fetch(`${w.base}/dev/kit`, { headers: { 'x-forwarded-for': '10.0.0.9' } });
    t.equal(through.status, 404);
    t.notMatch(await through.text(), '<html');
    t.equal((await fetch(`${w.base}/dev/kit`, { headers: { via: '1.1 proxy' } })).status, 404);
  });
});
