import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { sendBatch } from '#ops/testing/scene.ts';
import { openPage, seedStaffScene, tableRows } from '#ops/testing/staff-scene.ts';

t.test('staff announce a release of the SDK', async (t) => {
  const w = await startDashboard(t);
  const { ines, nora } = await seedStaffScene(w);
  const [app] = (await w.inject('GET', '/api/app/n/list', { as: nora })).json().data;
  const sent = await sendBatch(w, app.instances[0].token, [{ type: 'bar_impression' }], {
    platform: 'ios',
    sdk_version: '2.8.0',
  });
  t.equal(sent.statusCode, 202, sent.body);
  await w.until(async () => {
    const { rows } = await w.kernel.analytics.pool.query('select from sdk_day');
    return rows.length > 0;
  }, 'the version that an app uses');
  const page = await openPage(t, await w.windowOf(ines, { bypassCSP: true }), `${w.base}/admin/sdk-releases`);
  const dialog = page.getByRole('dialog', { name: 'Announce release' });
  const announce = () => dialog.getByRole('button', { name: 'Announce release' }).click();
  const fill = async (platform: string, version: string, notes: string) => {
    await dialog.getByText(platform, { exact: true }).click();
    await dialog.getByLabel('Version').fill(version);
    await dialog.getByLabel('Release notes').fill(notes);
  };
  const rows = tableRows(page, 'SDK releases');

  await t.test('without any the list says what it is for', async (t) => {
    await page.getByText('No releases announced').waitFor();
    await looks(t, page, 'sdk-releases-none');
  });

  await t.test('what is wrong is said at its field, and nothing is announced', async (t) => {
    await page.getByRole('button', { name: 'Announce release' }).click();
    await announce();
    await dialog.getByText('Choose a platform.').waitFor();
    await dialog.getByText('Enter a version, such as 2.9.0.').waitFor();
    await dialog.getByText('Enter the address of the release notes, with https://.').waitFor();
    await looks(t, page, 'sdk-releases-announce');
    await fill('iOS', 'two', 'javascript:alert(1)');
    await announce();
    await dialog.getByText('Enter a version, such as 2.9.0.').waitFor();
    await dialog.getByText('Enter the address of the release notes, with https://.').waitFor();
    t.equal((await w.inject('GET', '/api/admin/sdk_release', { as: ines })).json().total, 0);
  });

  await t.test('it appears in the list, and whoever has an older one is told', async (t) => {
    await fill('iOS', '2.9.0', 'https://storyrail.example/sdk/2.9.0');
    await announce();
    await page.getByText('The release was announced.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'iOS 2.9.0' }).filter({ hasText: 'Ines Barros' }).waitFor();
    await page.getByText('1 release', { exact: true }).waitFor();
    await w.until(async () => /\s1\s+1\s/.test(await rows.first().innerText()), 'the account that was told');
    const notes = page.getByRole('link', { name: 'https://storyrail.example/sdk/2.9.0' });
    t.same([await notes.getAttribute('target'), await notes.getAttribute('rel')], ['_blank', 'noopener noreferrer']);
    await looks(t, page, 'sdk-releases');
    const { data } = (await w.inject('GET', '/api/storyrail-notification/dashboard-notification', { as: nora })).json();
    t.match(data[0].data, { type: 'sdk_update', url: 'https://storyrail.example/sdk/2.9.0' });
  });

  await t.test('the same version is not announced twice', async (t) => {
    await page.getByRole('button', { name: 'Announce release' }).click();
    await fill('iOS', '2.9.0', 'https://storyrail.example/other');
    await announce();
    await dialog.getByText('This version was announced before.').waitFor();
    t.equal((await w.inject('GET', '/api/admin/sdk_release', { as: ines })).json().total, 1);
  });
});
