import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { cellsOf, exact, utcDay, visitAnew } from './figures-page.ts';
import { type FiguresScene, figuresOf } from './figures-scene.ts';
import { visitInside } from './visit-inside.ts';

/** Asks figures of a group, of a story and of an app what they are made of, on a page and on one of another browser. */
export const tryWhy = async (t: Test, page: Page, other: Page, { groups, sent }: FiguresScene): Promise<void> => {
  const group = groups[0]!;
  await visitAnew(page, `/analytics/${group.id}?app=${group.app_id}&from=${utcDay(4)}&to=${utcDay(1)}`);
  await page.getByRole('button', { name: 'Why this number: Impression' }).click();
  const drawer = page.getByRole('dialog', { name: 'Why this number: Impression' });
  const own = sent.filter(({ group_id, day }) => group_id === group.id && day >= utcDay(4) && day <= utcDay(1));
  const known = figuresOf(own);
  await drawer.getByText(`Impression: ${exact.format(known.total_impression)}`, { exact: true }).waitFor();
  await drawer.getByText('Recounted from the stored data: the same number.').waitFor();
  await drawer
    .getByText(/^The number of story_impression events, sent when a story is at least half visible/)
    .waitFor();
  t.same(
    (await cellsOf(page, 'By day (UTC)')).slice(1).map((row) => row[1]),
    [4, 3, 2, 1].map((ago) => exact.format(figuresOf(own.filter(({ day }) => day === utcDay(ago))).total_impression)),
  );
  const more = drawer.getByRole('button', { name: 'Show more' });
  if ((await more.count()) > 0) {
    await more.click();
    await more.waitFor({ state: 'detached' });
  }
  const rows = (await cellsOf(page, 'Where it comes from')).slice(1);
  const adds = rows.reduce((sum, row) => sum + Number(row[3]!.replace('+', '')), 0);
  t.equal(adds, known.total_impression, 'the batches add up to it');
  const address = page.url();
  await visitAnew(other, address);
  await other.getByText(`Impression: ${exact.format(known.total_impression)}`, { exact: true }).waitFor();
  await visitInside(other, address.replace(/from=[^&]*/, `from=${utcDay(40)}`));
  await other.getByText('Choose up to 31 days to see what a number is made of.').waitFor();
  await other.getByRole('button', { name: 'Show the last 31 days' }).click();
  await other.getByText('Recounted from the stored data: the same number.').waitFor();
  await visitAnew(other, `/home?app=${group.app_id}&range=30days&why=impression.app.${group.app_id}`);
  const list = other.getByRole('dialog').getByRole('table', { name: 'Where it comes from' });
  await list.locator('tbody tr').first().waitFor();
  t.equal(await list.locator('tbody tr').count(), 50, 'a page of batches');
  await other.getByRole('button', { name: 'Show more' }).click();
  await list.locator('tbody tr').nth(99).waitFor();
  const apps = [...new Set(groups.map(({ app_id }) => app_id))].slice(0, 2);
  const ofBoth = sent.filter(({ app_id, day }) => apps.includes(app_id) && day >= utcDay(4) && day <= utcDay(1));
  const impressions = exact.format(figuresOf(ofBoth).total_impression);
  await visitInside(other, `/analytics?app=${apps[0]}&apps=${apps.join()}&from=${utcDay(4)}&to=${utcDay(1)}`);
  await other
    .getByRole('row', { name: /^All \d+ groups/ })
    .getByRole('button', { name: impressions })
    .click();
  const together = other.getByRole('dialog', { name: 'Why this number: Impression' });
  await together.getByText(`Impression: ${impressions}`, { exact: true }).waitFor();
  await together.getByText('Recounted from the stored data: the same number.').waitFor();
  await other.keyboard.press('Escape');
  await together.waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Why this number: Reach' }).click();
  await other.getByText('Recounted from the stored data: the same number.').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('why'));
  const story = page.getByRole('table', { name: /^Story analytics for/ }).getByRole('row', { name: /^Story 1 / });
  for (const [at, name] of ['Reach', 'Impression', 'Click', 'CTR', 'Avg. Watch Length'].entries()) {
    if (at < 3) continue;
    await story.getByRole('button').nth(at).click();
    const asked = page.getByRole('dialog', { name: `Why this number: ${name}` });
    if (name === 'CTR') await asked.getByText('Clicks divided by impressions.').waitFor();
    else {
      const { average_watch_length } = figuresOf(own.filter(({ story_id }) => story_id === group.stories[0]));
      await asked.getByText(`${name}: ${average_watch_length.toFixed(1)} s`, { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Why this number: CTR' }).click();
  await page.getByText('Clicks divided by impressions.').waitFor();
  await page.getByRole('button', { name: 'Why these clicks' }).click();
  await page.getByText(`Click: ${exact.format(known.total_click)}`, { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /^Version \d/ })
    .first()
    .click();
  await page.waitForURL(/\/stories\/.*tab=history.*version=/);
};

/** Asks each figure of the first cards of components on a page, and of all answers together, what it is made of. */
export const tryWhyOfAnswers = async (t: Test, page: Page, card: Locator): Promise<void> => {
  const same = page.getByText('Recounted from the stored data: the same number.');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const shown = (of: Locator) => of.evaluate((node) => (node.querySelector('.visually-hidden') ?? node).textContent!);
  const opens = async (figure: Locator, title: RegExp) => {
    const value = await shown(figure);
    await figure.click();
    const drawer = page.getByRole('dialog', { name: title });
    await drawer.getByText(new RegExp(`: ${value.replace(' of 5', '')}$`)).waitFor();
    await same.waitFor();
    await leave();
  };
  const fact = (name: string) => card.locator('dl > div').filter({ hasText: name }).getByRole('button');
  await opens(fact('Seen'), /Seen$/);
  await opens(fact('Responses'), /Ratings$/);
  await opens(fact('Respondents'), /Respondents$/);
  await opens(fact('Average'), /Average$/);
  await fact('Response rate').click();
  await page.getByText('Responses divided by how often the component was seen.').waitFor();
  await page.getByRole('button', { name: 'Why these responses' }).click();
  await same.waitFor();
  const address = page.url();
  await leave();
  await leave();
  const bar = card.getByRole('listitem').first();
  const count = await shown(bar.getByRole('button'));
  await bar.getByRole('button').click();
  await same.waitFor();
  const drawer = page.getByRole('dialog', { name: 'Why this number: Ratings' });
  await drawer.getByText(`Ratings: ${count}`, { exact: true }).waitFor();
  t.match(await drawer.innerText(), / · stars-001 · 5 stars · /);
  await leave();
  for (const name of ['Ratings', 'Respondents']) {
    await page.getByRole('button', { name: `Why this number: ${name}` }).click();
    await same.waitFor();
    await leave();
  }
  await visitInside(page, address);
  await same.waitFor();
};
