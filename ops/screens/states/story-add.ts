import { type Area, failing, inTurn, press } from '../state.ts';

/** The full page on which many stories are added. */
export const storyAddStates: Area = {
  area: 'story-add',
  states: [
    {
      name: 'empty',
      path: ({ groupPage }) => groupPage('Sneakers', '&create=1'),
      reach: press('Open full page', 'link'),
      part: 'page',
    },
    {
      name: 'copied',
      path: ({ groupPage }) => groupPage('Sneakers'),
      reach: inTurn(async (page) => {
        await page.getByRole('button', { name: 'Copy Walk this way' }).focus();
        await page.keyboard.press('Enter');
      }),
      part: 'page',
    },
    {
      name: 'failed',
      path: '/apps',
      answers: failing('**/api/story_group/detail*'),
      reach: async (page) => {
        await page.evaluate(() => {
          history.pushState({ usr: { group: { id: 'unread' }, stories: [] }, key: 'unread' }, '', '/story/add');
          dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
        });
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
    },
  ],
};
