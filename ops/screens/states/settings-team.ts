import type { Page } from 'playwright-core';
import { pictureTime } from '../picture-time.ts';
import { failing, holdBack, inTurn, press, type State } from '../state.ts';

const path = '/settings/team-management';
const day = 86_400;
const now = pictureTime / 1000;

/** Who is invited to the demo, whom the demo itself does not have, and who was deleted from it. */
const withInvitation = (page: Page) =>
  page.route('**/api/account/users', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const [owner, ...others] = data;
    const person = (id: number, email: string, more: object) => ({
      ...owner,
      id: `019b76da-a800-7000-8000-00000000002${id}`,
      email,
      roles: [],
      permissions: [],
      ts_login: null,
      ...more,
    });
    const jonas = person(1, 'jonas@studio-weber.example', {
      firstname: '',
      lastname: '',
      verified: 0,
      roles: ['story_creator'],
      permissions: [{ ...others[0].permissions[0], role: 'story_creator' }],
      invited: true,
      ts_invitation_end: now + 4 * day,
    });
    const gone = person(2, 'tomas@northfold.example', { firstname: 'Tomás', lastname: 'Herrera', status: 2 });
    const rows = [owner, ...others, jonas, gone];
    await route.fulfill({ response: answer, json: { data: rows, total: rows.length } });
  });

const menuOf = (name: string) => press(`Actions for ${name}`);
const invite = press('Invite people');
const write =
  (...addresses: string[]) =>
  async (page: Page) => {
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Email addresses' });
    for (const address of addresses) {
      await field.fill(address);
      await field.press('Enter');
    }
  };
const edit = inTurn(menuOf('Mei Tanaka'), press('Edit permissions', 'menuitem'));

/** The team with its dialogs. */
export const teamStates: readonly State[] = [
  { name: 'team', path, answers: withInvitation },
  { name: 'team-deleted', path: `${path}?show=deleted`, answers: withInvitation },
  { name: 'team-no-match', path: `${path}?find=zoe`, answers: withInvitation },
  { name: 'team-of-app-owner', path, as: 'shopOwner' },
  { name: 'team-of-creator', path, as: 'creator' },
  { name: 'team-of-one', path, as: 'newcomer' },
  { name: 'team-loading', path, answers: holdBack('**/api/account/users') },
  { name: 'team-failed', path, answers: failing('**/api/account/users') },
  { name: 'team-menu', path, answers: withInvitation, reach: menuOf('jonas@studio-weber.example') },
  {
    name: 'team-invite',
    path,
    answers: withInvitation,
    reach: inTurn(invite, write('lena@northfold.example', 'sam@northfold.example', 'oskar@northfold')),
  },
  {
    name: 'team-invite-unfilled',
    path,
    answers: withInvitation,
    reach: inTurn(invite, (page) => page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()),
  },
  {
    name: 'team-invite-by-app-owner',
    path,
    as: 'shopOwner',
    reach: inTurn(invite, (page) => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'team-edit',
    path,
    answers: withInvitation,
    reach: inTurn(edit, press('Role in The Meridian'), press(/^App Owner/, 'menuitemradio')),
  },
  { name: 'team-delete', path, reach: inTurn(menuOf('Mei Tanaka'), press('Delete from the team', 'menuitem')) },
  { name: 'team-leave', path, as: 'creator', reach: press('Leave the team') },
];
