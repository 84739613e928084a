import { type Area, failing, holdBack, press, type World } from '../state.ts';

const shop = ({ inApp }: World) => inApp('shop', '/content/calendar');
const groups = /\/api\/n\/story_group\?/;

/** Scheduled starts and ends, by month. */
export const calendarStates: Area = {
  area: 'calendar',
  states: [
    { name: 'month', path: shop },
    { name: 'next-month', path: shop, reach: press('Next month'), part: 'page' },
    {
      name: 'nothing',
      path: shop,
      reach: async (page) => {
        for (let month = 0; month < 4; month += 1) await press('Next month')(page);
      },
      part: 'page',
    },
    { name: 'loading', path: shop, answers: holdBack(groups) },
    { name: 'failed', path: shop, answers: failing(groups) },
    { name: 'newcomer', path: '/content/calendar', as: 'newcomer' },
    { name: 'of-broadcaster', path: ({ inApp }) => inApp('news', '/content/calendar'), as: 'broadcaster' },
  ],
};
