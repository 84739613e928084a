import t from 'tap';
import type { ReportRow } from '#contracts/report/rows.ts';
import { reportToken } from '#kernel/mail/report-token.ts';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { seedScene } from '#ops/testing/scene.ts';

t.test('reports by email', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lind' });
  const { account_id } = nora;
  const scene = await seedScene(w, nora, { title: 'Gift guide' });
  const emil = await w.person({
    account_id,
    permissions: { app_owner: [scene.app_id] },
    firstname: 'Emil',
    lastname: 'Dahl',
  });
  await w.person({ account_id, permissions: { app_owner: [] }, firstname: 'Else', lastname: 'Where' });
  const reports = async (as: Person): Promise<ReportRow[]> =>
    (await w.inject('GET', '/api/report_schedule', { as })).json().data;

  await t.test('one is scheduled, seen and ended where its figures are', async (t) => {
    const context = await w.windowOf(nora);
    t.teardown(() => context.close());
    const faults = collectPageErrors(context);
    const page = await context.newPage();
    let fails = true;
    await page.route('**/api/report_schedule', (route) =>
      fails && route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: { status: 500, code: 'Internal' } })
        : route.continue(),
    );
    await page.goto(`${w.base}/analytics?app=${scene.app_id}&groups=${scene.group_id}`);
    await page.getByRole('button', { name: 'Email this report…' }).click();
    await page.waitForURL(/email=1/);
    const drawer = page.getByRole('dialog', { name: 'Email this report' });
    await drawer.getByText("Reports couldn't load").waitFor({ timeout: 20_000 });
    fails = false;
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await drawer.getByText('No reports yet.').waitFor();
    await drawer.getByText('Fjord · 1 group').waitFor();
    await drawer.getByText(/Monday to Sunday \(UTC\)/).waitFor();
    t.ok(await drawer.getByRole('checkbox', { name: /^Nora Lind \(you\)/ }).isChecked());
    t.equal(await drawer.getByRole('checkbox', { name: /Else/ }).count(), 0, 'only members who see the figures');
    await looks(t, page, 'report-drawer-empty');

    await drawer.getByLabel('Name').fill('');
    await drawer.getByRole('checkbox', { name: /^Nora/ }).click();
    await drawer.getByRole('button', { name: 'Schedule report' }).click();
    await drawer.getByText('Enter a name.').waitFor();
    await drawer.getByText('Choose who gets the report.').waitFor();
    t.same(await reports(nora), []);

    await drawer.getByLabel('Name').fill('Gifts, month by month');
    await drawer.getByRole('radio', { name: 'On the 1st of every month' }).check();
    await drawer.getByText(/the whole month before/).waitFor();
    await drawer.getByRole('checkbox', { name: /^Emil/ }).focus();
    await page.keyboard.press('Space');
    await drawer.getByRole('button', { name: 'Schedule report' }).click();
    await page.getByText('Report scheduled', { exact: true }).waitFor();
    const line = drawer.getByRole('listitem').filter({ hasText: 'Gifts, month by month' });
    await line.getByText('Monthly · Fjord').waitFor();
    await line.getByText('To Emil Dahl').waitFor();
    await line.getByText(/Next: 1 \w+ \d{4}, 08:00/).waitFor();
    const [made] = await reports(nora);
    t.match(made, {
      name: 'Gifts, month by month',
      rhythm: 'monthly',
      app_id: [scene.app_id],
      instance_id: [],
      story_group_id: [scene.group_id],
      recipients: [{ user_id: emil.user_id }],
    });
    t.equal(await drawer.getByLabel('Name').inputValue(), 'Fjord', 'the form begins anew');
    await looks(t, page, 'report-drawer');

    await w.call(emil, 'POST', '/report_schedule', {
      name: 'Weekly gifts',
      rhythm: 'weekly',
      app_id: [scene.app_id],
      recipients: [emil.user_id, nora.user_id],
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await drawer.getByRole('button', { name: 'End report Weekly gifts' }).click();
    const question = page.getByRole('alertdialog', { name: 'End report' });
    await question.getByText('“Weekly gifts” will stop. Its 2 recipients get no more emails.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await drawer.getByRole('button', { name: 'End report Gifts, month by month' }).click();
    await question.getByRole('button', { name: 'End report' }).click();
    await question.waitFor({ state: 'detached' });
    await drawer.waitFor();
    await line.waitFor({ state: 'detached' });
    t.same(
      (await reports(nora)).map(({ name }) => name),
      ['Weekly gifts'],
    );
    // What had the focus is gone with its line; the drawer takes it back a moment later.
    await page.waitForFunction(() => document.activeElement?.closest('[data-kit="drawer"]'));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.waitForURL((url) => !url.searchParams.has('email'));
    t.same(faults, []);
  });

  await t.test('the link of a mail ends it for one person, and brings it back', async (t) => {
    const context = await w.strangersWindow();
    t.teardown(() => context.close());
    const page = await context.newPage();
    const [weekly] = await reports(nora);
    const token = reportToken(w.kernel.secrets, { report_id: weekly!.id, user_id: nora.user_id });
    const gets = async () => (await reports(emil))[0]!.recipients.some(({ user_id }) => user_id === nora.user_id);
    await fetch(`${w.base}/report/end/${token}`);
    t.ok(await gets(), 'reading the page alone changes nothing');
    await page.goto(`${w.base}/report/end/${token}`);
    const stop = page.getByRole('button', { name: 'Stop these emails' });
    await stop.waitFor();
    await page.waitForLoadState('networkidle');
    t.ok(await gets(), 'nor does a program that runs its scripts');
    await stop.click();
    await page.getByText("You won't get “Weekly gifts” anymore.").waitFor();
    t.notOk(await gets());
    await looks(t, page, 'report-end');
    await page.getByRole('button', { name: 'Get it again' }).click();
    await page.getByText('You get “Weekly gifts” again.').waitFor();
    t.ok(await gets());
  });
});
