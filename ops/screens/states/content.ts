import { type Area, emptied, failing, holdBack, inTurn, press, type World } from '../state.ts';

const shop =
  (more = '') =>
  ({ inApp }: World) =>
    inApp('shop', '/content', more);
const groups = /\/api\/n\/story_group\?/;
const select = (title: string) => press(`Select ${title}`, 'checkbox');

/** The story groups of an instance, and what is done with them there. */
export const contentStates: Area = {
  area: 'content',
  states: [
    { name: 'shop', path: shop() },
    { name: 'news', path: ({ inApp }) => inApp('news', '/content') },
    { name: 'game-of-creator', path: ({ inApp }) => inApp('game', '/content'), as: 'creator' },
    { name: 'second-instance', path: ({ inApp }) => inApp('shop', '/content', '', 1) },
    { name: 'of-broadcaster', path: ({ inApp }) => inApp('news', '/content'), as: 'broadcaster' },
    { name: 'inactive', path: shop(), reach: press(/^Inactive/, 'radio'), part: 'page' },
    { name: 'nothing-found', path: shop('&find=zzzz') },
    { name: 'no-groups', path: shop(), answers: emptied(groups) },
    { name: 'loading', path: shop(), answers: holdBack(groups) },
    { name: 'failed', path: shop(), answers: failing(groups) },
    { name: 'newcomer', path: '/content', as: 'newcomer' },
    { name: 'create', path: shop('&create=1') },
    {
      name: 'create-without-devices',
      path: shop('&create=1'),
      answers: (page) =>
        page.route('**/api/account', async (route) => {
          const answer = await route.fetch();
          const { data } = await answer.json();
          await route.fulfill({ response: answer, json: { data: { ...data, test_devices: [] } } });
        }),
    },
    {
      name: 'create-unfilled',
      path: shop('&create=1'),
      reach: (page) => page.getByRole('dialog').getByRole('button', { name: /^Save/ }).last().click(),
    },
    { name: 'create-advanced', path: shop('&create=1'), reach: press(/^Advanced settings/) },
    { name: 'create-date', path: shop('&create=1'), reach: press(/Start date/) },
    { name: 'edit', path: shop(), reach: inTurn(press('More for Sneakers'), press('Edit', 'menuitem')) },
    { name: 'menu', path: shop(), reach: press('More for Sneakers') },
    { name: 'more', path: shop(), reach: press(/^More$/) },
    { name: 'instances', path: shop(), reach: press(/^Instance Default/), only: 1440 },
    { name: 'labels', path: shop(), reach: press('Labels') },
    { name: 'labels-none', path: shop(), answers: emptied(/\/api\/segment\?/), reach: press('Labels') },
    { name: 'selected', path: shop(), reach: inTurn(select('Gift guide'), select('Kitchen table')) },
    {
      name: 'delete',
      path: shop(),
      only: 1440,
      reach: inTurn(select('Winter preview'), (page) =>
        page.getByRole('region', { name: 'Selected story groups' }).getByRole('button', { name: 'Delete' }).click(),
      ),
    },
    { name: 'deleted', path: shop('&deleted=1') },
    { name: 'deleted-none', path: ({ inApp }) => inApp('game', '/content', '&deleted=1') },
  ],
};
