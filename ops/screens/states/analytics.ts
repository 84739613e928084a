import { answersAsShown } from '../shown-answers.ts';
import { type Area, failing, holdBack, pointAtChart, press, type World } from '../state.ts';

const shop =
  (more = '') =>
  ({ inApp }: World) =>
    inApp('shop', '/analytics', more);
const several = ({ cast, inApp }: World) =>
  inApp('shop', '/analytics', `&apps=${cast.apps.map(({ id }) => id).join()}`);

/** The figures of the groups of one or several apps. */
export const analyticsStates: Area = {
  area: 'analytics',
  states: [
    { name: 'shop', path: shop() },
    { name: 'several-apps', path: several },
    { name: 'lines', path: shop('&lines=groups') },
    { name: 'ctr', path: shop('&measure=ctr&sort=ctr') },
    { name: 'chart-table', path: shop('&chart=table') },
    { name: 'chart-day', path: shop(), reach: pointAtChart(/^Line chart/, 0.4) },
    { name: 'instances', path: shop(), reach: press(/^Instances/) },
    { name: 'days', path: shop(), reach: press(/Last Week|–/) },
    { name: 'compare', path: shop(), reach: press(/^vs /) },
    { name: 'columns', path: shop(), reach: press('Columns') },
    { name: 'what-if', path: shop('&whatif=rule'), part: 'screen' },
    { name: 'what-if-answer', path: shop('&whatif=3'), part: 'screen' },
    { name: 'what-if-moment', path: shop('&whatif=moment'), part: 'screen' },
    { name: 'what-if-several-apps', path: (world) => `${several(world)}&whatif=3`, part: 'screen' },
    { name: 'what-if-too-long', path: shop('&from=2026-01-01&to=2026-03-01&whatif=3'), part: 'screen' },
    { name: 'what-if-running', path: shop('&whatif=3'), answers: holdBack('**/api/analytics/recount'), part: 'screen' },
    { name: 'what-if-failed', path: shop('&whatif=3'), answers: failing('**/api/analytics/recount'), part: 'screen' },
    { name: 'came-back-failed', path: shop(), answers: failing('**/api/analytics/returns*') },
    { name: 'last-year', path: shop('&vs=year') },
    { name: 'before-account', path: shop('&from=2020-01-01&to=2020-01-07') },
    { name: 'none-found', path: shop('&find=nothing') },
    { name: 'email-report', path: shop('&email=1'), part: 'screen' },
    { name: 'email-report-several', path: (world) => `${several(world)}&email=1`, part: 'screen' },
    { name: 'loading', path: shop(), answers: holdBack('**/api/story_group/n/stats*') },
    { name: 'failed', path: shop(), answers: failing('**/api/story_group/n/stats/totals*') },
    { name: 'interaction', path: shop('&view=interaction'), answers: answersAsShown },
    {
      name: 'interaction-group',
      path: shop('&view=interaction'),
      answers: answersAsShown,
      reach: async (page) => {
        const table = page.getByRole('table', { name: 'Answers of story groups' });
        await table.getByRole('link').first().click();
        await page.getByRole('article').first().waitFor();
      },
      part: 'page',
    },
    { name: 'interaction-empty', path: shop('&view=interaction') },
    {
      name: 'interaction-web',
      path: ({ inApp }) => inApp('news', '/analytics'),
      reach: (page) => page.getByRole('radio', { name: 'Interaction' }).hover(),
    },
    { name: 'creator', path: shop(), as: 'creator' },
    { name: 'newcomer', path: '/analytics', as: 'newcomer' },
  ],
};
