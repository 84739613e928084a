import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { permissionText } from '../../shell/session/permission-text.ts';

const minuteMs = 60_000;

t.test('the SDK health of an app', async (t) => {
  let behind = 0;
  const w = await startDashboard(t, { now: () => Date.now() - behind });
  const nora = await w.person({ firstname: 'Nora' });
  const scene = await seedScene(w, nora);
  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  await page.goto(`${w.base}/settings/apps`);
  const open = async () => {
    await page.getByRole('button', { name: 'More actions for Fjord' }).click();
    await page.getByRole('menuitem', { name: 'SDK health' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'SDK health of Fjord' });
  const fine = { type: 'story_impression', story_id: scene.stories[0]! };

  await t.test('says how to begin while nothing has come, and shows what comes without a reload', async (t) => {
    await open();
    await dialog.getByText('No SDK events yet').waitFor();
    for (const [ago, version, many] of [
      [300, '1.3.0', 40],
      [42, '1.4.2', 12],
      [17, '1.4.2', 25],
      [3, '1.4.2', 33],
    ] as const) {
      behind = ago * minuteMs;
      const answer = await sendBatch(
        w,
        scene.token,
        Array.from({ length: many }, () => fine),
        {
          platform: 'ios',
          sdk_version: version,
        },
      );
      t.equal(answer.statusCode, 202);
    }
    behind = 9 * minuteMs;
    const bad = [
      { type: 'story_teleported', story_id: scene.stories[0] },
      { type: 'story_impression', story_id: uuidv7(), group_id: scene.group_id },
      { type: 'bar_impression', at: 1_600_000_000_000 },
      { type: 'group_opened' },
    ];
    await sendBatch(w, scene.token, [fine, ...bad], { platform: 'android', sdk_version: '2.0.0-beta.1' });
    behind = 0;
    await dialog.getByRole('row', { name: /^Android 2\.0\.0-beta\.1/ }).waitFor();
    await dialog.getByRole('row', { name: /^iOS 1\.4\.2/ }).waitFor();
  });

  await t.test(
    'shows figures of the hour and of the day, versions, and refused events with their reason',
    async (t) => {
      const bars = (name: string) => dialog.getByRole('img', { name }).waitFor();
      await bars('Last hour, by the minute: 71 events accepted, 4 events refused');
      await dialog.getByRole('radio', { name: 'Last hour' }).press('ArrowRight');
      await bars('Last 24 hours, by the hour: 111 events accepted, 4 events refused');
      const versions = dialog.getByRole('table', { name: 'SDKs seen in the last 8 days' });
      await dialog.getByText('In the last 8 days', { exact: true }).waitFor();
      t.same(await versions.locator('tbody .Table-name').allTextContents(), ['1.4.2', '2.0.0-beta.1', '1.3.0']);
      const refused = dialog.getByRole('table', { name: 'Refused events' });
      const text = await refused.innerText();
      for (const words of [
        'Unknown event type',
        "The story isn't in this instance or story group",
        'Over 7 days old, or over 5 minutes in the future',
        'A field is missing, unknown or has the wrong type',
        'sent as 13 Sep 2020',
        'story_teleported',
        'Default',
      ])
        t.ok(text.includes(words), words);
    },
  );

  await t.test('is easy to read in light and dark, wide and narrow', async (t) => {
    const wider = () => dialog.evaluate((box) => box.scrollWidth - box.clientWidth);
    t.equal(await wider(), 0, 'nothing is cut off at the desk');
    await looks(t, page, 'sdk-health');
    await page.setViewportSize({ width: 390, height: 844 });
    t.equal(await wider(), 0, 'nor on a phone');
  });

  await t.test('opens by an address that names the app, as notifications do', async (t) => {
    await page.goto(`${w.base}/settings/apps?sdk_health=${scene.app_id}`);
    await dialog.getByRole('table', { name: 'Refused events' }).waitFor();
    t.notMatch(page.url(), 'sdk_health', 'a reload does not open it again');
  });

  await t.test('is not for those who may not change the app', async (t) => {
    const creator = await w.person({ account_id: nora.account_id, permissions: { story_creator: [scene.app_id] } });
    const answer = await w.inject('GET', '/api/app/sdk_health', { as: creator, query: { app_id: scene.app_id } });
    t.equal(answer.statusCode, 403);
    t.equal(answer.json().message, permissionText);
  });
  t.same(faults, []);
});
