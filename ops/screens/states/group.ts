import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { storyStatus } from '#contracts/story-group/status.ts';
import { type Area, emptied, failing, holdBack, inTurn, pointAtChart, press, type World } from '../state.ts';

const sneakers =
  (more = '') =>
  ({ groupPage }: World) =>
    groupPage('Sneakers', more);
const change = (place: number) => (page: Page) =>
  page.getByRole('region', { name: 'Changes' }).getByRole('button').nth(place).click();
const select = (title: string) => (page: Page) =>
  page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true });
const firstTwo = inTurn(select('Feels like nothing'), select('Walk this way'));

/** As if all its stories were switched off, so that they can be deleted. */
const allOff = (page: Page) =>
  page.route('**/api/story_group/detail*', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const story of answer.data.stories) story.status = storyStatus.inactive;
    await route.fulfill({ json: answer });
  });

const addedLater = ['Feels like nothing', 'Walk this way'].map((title, place) => ({
  story_id: `0198000${place}-0000-7000-8000-000000000000`,
  title,
  message: '',
}));

const drawn = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
/** Two pictures that become stories, one of them of a shape that stories do not have. */
const chooseFiles = async (page: Page) => {
  const [tall, wide] = [await drawn(540, 960, '#2d4f86'), await drawn(960, 540, '#b5482a')];
  await page.getByLabel('Pictures and videos').setInputFiles([
    { name: 'Tall.png', mimeType: 'image/png', buffer: tall },
    { name: 'Wide.png', mimeType: 'image/png', buffer: wide },
  ]);
  await page.getByRole('button', { name: 'Add 2 stories' }).waitFor();
};

/** The page of one story group: stories, figures, history. */
export const groupStates: Area = {
  area: 'group',
  states: [
    { name: 'stories', path: sneakers() },
    { name: 'stories-table', path: sneakers(), reach: press('Table', 'radio'), part: 'page' },
    { name: 'stories-inactive', path: sneakers('&status=inactive') },
    { name: 'stories-selected', path: sneakers(), reach: firstTwo, only: 1440 },
    { name: 'waiting', path: ({ groupPage }) => groupPage('Opinion') },
    { name: 'waiting-of-creator', path: ({ groupPage }) => groupPage('Opinion'), as: 'creator' },
    { name: 'test', path: ({ groupPage }) => groupPage('Winter preview') },
    { name: 'ended', path: ({ groupPage }) => groupPage('Weekend sale') },
    { name: 'paused', path: ({ groupPage }) => groupPage('Members only') },
    { name: 'loading', path: sneakers(), answers: holdBack('**/api/story_group/detail*') },
    { name: 'failed', path: sneakers(), answers: failing('**/api/story_group/detail*') },
    { name: 'create', path: sneakers('&create=1') },
    { name: 'create-files', path: sneakers('&create=1'), reach: chooseFiles },
    {
      name: 'create-crop',
      path: sneakers('&create=1'),
      reach: inTurn(chooseFiles, press(/^Crop/), (page) => page.getByRole('dialog').locator('figure img').waitFor()),
    },
    { name: 'edit-details', path: sneakers('&edit=details') },
    { name: 'edit-story', path: sneakers(), reach: press('Edit Feels like nothing') },
    {
      name: 'delete-stories',
      path: sneakers(),
      answers: allOff,
      reach: inTurn(firstTwo, (page) =>
        page.getByRole('region', { name: 'Selected stories' }).getByRole('button', { name: 'Delete' }).click(),
      ),
      only: 1440,
    },
    { name: 'analytics', path: sneakers('&tab=analytics') },
    { name: 'analytics-day', path: sneakers('&tab=analytics'), reach: pointAtChart(/chart/, 0.5) },
    { name: 'analytics-month', path: sneakers('&tab=analytics&range=30days&measure=open') },
    { name: 'analytics-changed', path: sneakers('&tab=analytics&range=30days'), reach: press(/change.* on /) },
    { name: 'analytics-failed', path: sneakers('&tab=analytics'), answers: failing('**/api/story_group/n/stats*') },
    { name: 'analytics-loading', path: sneakers('&tab=analytics'), answers: holdBack('**/api/story_group/n/stats*') },
    { name: 'analytics-days', path: sneakers('&tab=analytics'), reach: press('Last Week') },
    { name: 'history', path: sneakers('&tab=history') },
    { name: 'history-earlier', path: sneakers('&tab=history'), reach: change(2), part: 'page' },
    { name: 'history-none', path: sneakers('&tab=history'), answers: emptied('**/api/story_group/history*') },
    { name: 'history-failed', path: sneakers('&tab=history'), answers: failing('**/api/story_group/history*') },
    { name: 'history-who', path: sneakers('&tab=history'), reach: press(/Changed by/) },
    {
      name: 'history-restore',
      path: ({ groupPage }) => groupPage('Weekend sale', '&tab=history'),
      reach: inTurn(change(4), press('Restore this version')),
    },
    {
      name: 'history-nothing-to-restore',
      path: sneakers('&tab=history'),
      answers: emptied('**/api/story_group/restore?*', { changes: [], left: addedLater, refusal: null }),
      reach: inTurn(change(3), press('Restore this version')),
    },
    { name: 'gone', path: '/stories/01980000-0000-7000-8000-000000000000' },
  ],
};
