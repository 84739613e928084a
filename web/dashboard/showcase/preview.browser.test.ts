import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { emptyDraft } from '#contracts/studio/draft-content.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';

t.test('a preview is played by its link', async (t) => {
  const d = await startDashboard(t);
  const w = await ownerWithApp(d);
  const picture = await d.upload(w.owner, await drawnPicture('Coats', '#344966'));
  const group = await w.group({ status: 1, title: 'Autumn', icon: picture });
  const story = await w.story(group, { title: 'Live', media: picture });
  await d.caughtUp();
  const studio = exampleDesign(['poll', 'poll-0001']);
  const values = [story, w.owner.account_id, w.app_id, group, w.owner.user_id];
  const drafted = (id: string, content: object) =>
    d.kernel.db.pool.query(
      `insert into story_draft (story_id, account_id, app_id, story_group_id, rev, content, user_id, ts_created, ts_updated)
       values ($1, $2, $3, $4, 1, $6, $5, now(), now())`,
      [id, ...values.slice(1), { ...emptyDraft, ...content }],
    );
  await drafted(story, { title: 'Drawn', media: mediaKeyOf(picture), studio });
  await drafted(uuidv7(), {
    title: 'New one',
    studio: { ...exampleDesign(['text', 'text-0001']), background: '#123456' },
  });
  const link = async (): Promise<string> =>
    (await w.call('POST', '/story/preview', { story_group_id: group })).json().data.url;

  const context = await d.strangersWindow();
  const faults = collectPageErrors(context);
  const asked: string[] = [];
  context.on('request', (request) => void asked.push(`${request.method()} ${request.url()}`));
  const page = await context.newPage();
  const url = new URL(await link());
  const answer = await page.goto(url.href);
  t.equal(answer?.headers()['cache-control'], 'no-store');
  t.equal(answer?.headers()['referrer-policy'], 'no-referrer');

  await page.getByRole('button', { name: 'Navy parka' }).click();
  await page.getByRole('button', { name: 'Navy parka, your answer', exact: true }).waitFor();
  t.match(await page.locator('.t-caption').last().innerText(), /^This link works until \d\d:\d\d\.$/);
  await page.keyboard.press('ArrowRight');
  await page.getByText('Which coat for November?').waitFor();
  await looks(t, page, 'preview');
  t.same(
    asked.filter((one) => one.startsWith('POST') || /\/(stories|events|results)\b/.test(one)),
    [`POST ${d.base}/sdk/v1/preview`],
    'nothing counts',
  );
  t.notOk(
    asked.some((one) => one.split('#')[0]!.includes(url.hash.slice(1))),
    'no address that is asked for holds the secret',
  );

  await d.kernel.db.pool.query(`update story_preview set expires_at = now() - interval '1 second'`);
  await page.reload();
  await page.getByRole('heading', { name: "This preview link doesn't work" }).waitFor();
  await looks(t, page, 'preview-over');
  await page.goto(`${d.base}/preview?secret=${new URL(await link()).hash.slice(1)}`);
  await page.getByRole('heading', { name: "This preview link doesn't work" }).waitFor();
  await page.goto(await link());
  await page.getByRole('button', { name: 'Navy parka' }).waitFor();
  t.same(faults, []);
  await context.close();
});
