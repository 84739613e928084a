import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { role } from '#contracts/api/role-schemas.ts';
import { invitableRoles, type Permissions, type Role, roleFor, roles } from '#contracts/api/roles.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { InviteUsers } from '#contracts/user/team-commands.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { userFieldWords } from '#contracts/words/user-fields.en.ts';
import { compared } from '../../../kit/forms/rules.ts';
import { t } from '../../../words/t.ts';

const fields = z.object({ emails: z.array(z.string()), role, apps: z.array(z.string()) });
/** Who is to be invited, as the form has it. */
export type Invitation = z.output<typeof fields>;

/** The rules of an invitation but for the form of each address, which its tag says. */
export const invitationRules = compared(fields, ({ emails, role: given, apps }, mark) => {
  if (emails.length === 0) mark('emails', t(userFieldWords.invitesNobody));
  if (emails.length > limits.invitesAtOnce)
    mark('emails', t(userFieldWords.invitesMany, { most: limits.invitesAtOnce }));
  if (given !== 'account_owner' && apps.length === 0) mark('apps', t(userWords.noApp));
});

/** The apps in which somebody may give a role: all that they see for an account owner. */
export const appsToGive = (apps: readonly AppRow[], held: Permissions, given: Role): AppRow[] =>
  apps.filter(({ id }) => {
    const own = roleFor(held, id);
    return own !== null && invitableRoles[own].includes(given);
  });

/** The roles in their order with whether somebody may give them anywhere; broadcasters need interactive videos. */
export const rolesToGive = (held: Permissions, hasVideos: boolean): { role: Role; allowed: boolean }[] => {
  const own = roles.filter((one) => held[one]);
  return roles
    .filter((one) => one !== 'brodcaster' || hasVideos)
    .map((one) => ({ role: one, allowed: own.some((mine) => invitableRoles[mine].includes(one)) }));
};

/** An invitation as it is sent: a broadcaster is a story creator who has the mobile app alone. */
export const sentAs = ({ emails, role: given, apps }: Invitation): InviteUsers => {
  if (given === 'account_owner') return { emails, role: given };
  return given === 'brodcaster'
    ? { emails, role: 'story_creator', is_mobile: true, apps }
    : { emails, role: given, apps };
};
