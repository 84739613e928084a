import type { Act, Role } from '#contracts/api/roles.ts';
import type { TokenScope } from '#kernel/auth/policy.ts';
import type { AccessFixtures } from './access-fixtures.ts';

/** What a call addresses: the caller's own person or account, a thing of the first account, or one that belongs to an app. */
type Reach = 'own' | 'account' | 'app';
export interface MatrixCall {
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface AccessRow {
  reach: Reach;
  act?: Act;
  /** Staff who are signed in as the person may not make the call. */
  login_as?: false;
  /** What an API token needs to make it; without one none may. */
  scope?: TokenScope;
  /** Makes a fresh thing in the first app and the call that addresses it. */
  call: (w: AccessFixtures) => Promise<MatrixCall> | MatrixCall;
  /** What whoever may do it gets, where that is no 2xx. */
  done?: number;
  /** Roles whose answer is not what act and reach say, and what it is. */
  except?: Partial<Record<Role, number>>;
}
/** A call that addresses a fresh group. */
export const ofGroup =
  (more: (id: string) => MatrixCall): AccessRow['call'] =>
  async (w) =>
    more(await w.group());
/** A creator may not do it with a group of somebody else's. */
export const otherPeoples = { story_creator: 403 } as const;

/** A call that staff may make, and what they get where that is not 200. */
export type StaffCall = (w: AccessFixtures) => MatrixCall & { status?: number };
