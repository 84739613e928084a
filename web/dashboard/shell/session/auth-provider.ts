import type { AuthProvider } from 'ra-core';
import type { UserRow } from '#contracts/user/rows.ts';
import { queryClient } from '../../api/query.ts';
import { getSession } from '../../api/session.ts';
import { signIn, signOut } from '../../api/sign-in.ts';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import { type Asked, hasAccess } from './access.ts';
import { userQuery } from './session-queries.ts';

const identity = (user: UserRow) => ({ id: user.id, fullName: `${user.firstname} ${user.lastname}`.trim() });

/** Tells react-admin who is signed in; the tokens are those of the whole dashboard. */
export const authProvider: AuthProvider = {
  login: (first: { email: string; password: string }) => signIn(first),
  logout: async () => {
    await signOut();
    return '/login';
  },
  checkAuth: async () => {
    if (!getSession()) throw new Error(t(shellWords.signInFirst));
  },
  // The client of the API ends the session itself; react-admin would sign out once more and call what was refused done.
  checkError: async () => undefined,
  getIdentity: async () => identity(await queryClient.ensureQueryData(userQuery)),
  // Pages of customers ask `may` of the session, by the same rule: it answers in the render, and nothing flickers.
  canAccess: async ({ resource, action, record }: Asked) =>
    hasAccess(await queryClient.ensureQueryData(userQuery), { resource, action, record }),
  getPermissions: async () => (await queryClient.ensureQueryData(userQuery)).roles,
};
